import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import type { PageRequest } from '../../db/page.ts'
import { onlyValue } from '../../db/rows.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import { administeredTable } from '../records/administered/store.ts'
import { anyOf, is } from '../records/store.ts'
import { View } from './model.ts'

export type ViewRow = StoredRow<typeof View> & { owner_id: string }

export type ViewInput = Omit<ViewRow, 'version' | 'created_at' | 'updated_at'> & { active?: boolean }

export type ViewFilters = Partial<Pick<ViewRow, 'noun' | 'shared'>>

const table = administeredTable<ViewRow, ViewInput>({
  table: 'views',
  columns: [...Object.keys(View.properties), 'owner_id'],
})

export const { find, lock, insert, update } = table

/** Those of a person, and those that are shared. */
export const list = (db: Db, owner_id: string, { noun, shared }: ViewFilters, request: PageRequest) =>
  table.list(
    db,
    [sql<boolean>`(shared or owner_id = ${owner_id})`, ...anyOf('noun', noun), ...is('shared', shared)],
    request,
  )

/** Serialised per owner, so that two concurrent requests cannot both save the last view. */
export async function countOf(tx: Tx, owner_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${owner_id}`}, 0))`.execute(tx)
  return onlyValue(tx, sql`select count(*) from views where owner_id = ${owner_id} and deleted_at is null`)
}
