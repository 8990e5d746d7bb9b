import { sql } from 'kysely'
import { isOneOf } from '../records/noun.ts'
import { resolvedStates } from './transitions.ts'
import { openVisibilities, type Reader } from './visibility.ts'

/** On the state of an incident. */
export const isResolved = sql.raw<boolean>(isOneOf('state', resolvedStates))

/** The notes that everyone sees who may read the incident. */
export const isOpenNote = sql.raw<boolean>(isOneOf('visibility', openVisibilities))

/** The notes that this reader may see, of a table of notes or a join with one. */
export const seenBy = ({ visibilities, author_id }: Reader) =>
  sql<boolean>`(visibility = any(${visibilities}::text[]) or author_id = ${author_id})`
