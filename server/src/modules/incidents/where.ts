import { sql } from 'kysely'
import type { Reader } from './visibility.ts'

/** The notes that this reader may see, of a table of notes or a join with one. */
export const seenBy = ({ visibilities, author_id }: Reader) =>
  sql<boolean>`(visibility = any(${visibilities}::text[]) or author_id = ${author_id})`
