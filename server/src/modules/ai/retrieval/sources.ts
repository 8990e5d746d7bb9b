import { sql } from 'kysely'
import type { Tx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { isResolved } from '../../incidents/where.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import type { Kind } from './store.ts'

export interface Source {
  id: string
  title: string
  chunks: Chunk[]
}

/** The indexable text of these records; records that must not be found are left out. */
export const sourcesOf = (tx: Tx, kind: Kind, ids: string[]): Promise<Source[]> =>
  kind === 'article' ? articles(tx, ids) : incidents(tx, ids)

async function articles(tx: Tx, ids: string[]): Promise<Source[]> {
  const rows = await allRows(
    tx,
    sql<{ id: string; title: string; body: string }>`select id, title, body from articles
      where id = any(${ids}::text[]) and state = 'published' and deleted_at is null`,
  )
  return rows.map(({ id, title, body }) => ({ id, title, chunks: atLeastOne(chunksOf(body)) }))
}

/** Maximum characters of an incident that are indexed. */
const maxText = 8000

async function incidents(tx: Tx, ids: string[]): Promise<Source[]> {
  const rows = await allRows<{ id: string; title: string; description: string; resolution: string }>(
    tx,
    sql`select id, short_description as title, left(coalesce(description, ''), ${sql.lit(maxText)}) as description,
        left(coalesce(incident_resolution(id, resolved_at), ''), ${sql.lit(maxText)}) as resolution
      from incidents
      where id = any(${ids}::text[]) and ${isResolved} and deleted_at is null`,
  )
  return rows.map(({ id, title, description, resolution }) => ({
    id,
    title,
    chunks: atLeastOne([
      ...(description ? [{ heading: '', text: description }] : []),
      ...(resolution ? [{ heading: 'Resolution', text: resolution }] : []),
    ]),
  }))
}

/** A title alone can be found too. */
const atLeastOne = (chunks: Chunk[]): Chunk[] => (chunks.length > 0 ? chunks : [{ heading: '', text: '' }])
