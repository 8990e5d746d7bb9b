import { sql, type RawBuilder } from 'kysely'
import { accounts } from '../../../db/accounts.ts'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { allRows, countAffected } from '../../../db/rows.ts'
import { editors, hasAnyRole, type Actor, type Role } from '../../../kernel/actor.ts'
import { idPrefixes } from '../../../kernel/record-ids.ts'
import type { Watch, Watcher } from './model.ts'

export interface WatchedRecord {
  subject_type: string
  subject_id: string
}

export const watch = (tx: Tx, { subject_type, subject_id }: WatchedRecord, { id, email }: Actor) =>
  sql`insert into watches (subject_id, subject_type, watcher_id, watcher)
    values (${subject_id}, ${subject_type}, ${id}, ${email}) on conflict do nothing`.execute(tx)

/** How many watches ended: one or none. */
export const unwatch = (tx: Tx, subject_id: string, { id }: Actor): Promise<number> =>
  countAffected(tx, sql`delete from watches where subject_id = ${subject_id} and watcher_id = ${id}`)

/** The tables of what everyone may read, by type, and what the IDs in them begin with. */
const openTables: Record<string, [table: string, prefix: string]> = {
  incident: ['incidents', idPrefixes.incident],
  change: ['changes', idPrefixes.change],
  request: ['requests', idPrefixes.request],
  configuration_item: ['cis', idPrefixes.ci],
  catalog_item: ['catalog_items', 'ITM'],
}

/** Without its table here, a watched record would be in no list and its watchers would not be notified. */
export function checkWatchable(subject_type: string): void {
  if (!Object.hasOwn(openTables, subject_type) && subject_type !== 'article')
    throw new Error(`Add '${subject_type}' with its table and prefix to openTables in watches/store.ts`)
}

/** The rule of a single read: nobody sees deleted records, and only editors and its author an unpublished article. */
const mayRead = (isEditor: RawBuilder<boolean>) => sql<boolean>`exists (
  ${sql.join(
    Object.values(openTables).map(
      ([table]) => sql`select from ${sql.table(table)} where id = w.subject_id and deleted_at is null`,
    ),
    sql` union all `,
  )}
  union all select from articles where id = w.subject_id and deleted_at is null
    and (state = 'published' or author_id = w.watcher_id or ${isEditor}))`

/** The opposite of that rule, for a reader's list of subjects that need not be records; the prefix says which table to search. */
export const isHiddenFrom = (reader: Actor, subject_id: RawBuilder<unknown>) => sql<boolean>`exists (
  ${sql.join(
    Object.values(openTables).map(
      ([table, prefix]) => sql`select from ${sql.table(table)}
        where starts_with(${subject_id}, ${sql.lit(prefix)}) and id = ${subject_id} and deleted_at is not null`,
    ),
    sql` union all `,
  )}
  union all select from articles where starts_with(${subject_id}, ${sql.lit(idPrefixes.article)}) and id = ${subject_id}
    and (deleted_at is not null
      or not (state = 'published' or author_id = ${reader.id} or ${hasAnyRole(reader, editors)}::boolean)))`

/** With their present name and address. */
const watcherColumns = sql`w.watcher_id as id, coalesce(a.email, w.watcher) as email, a.name`

/** Someone of whom nothing is stored counts as active. */
const activeWatches = (subject_id: string) => sql`
  watches w left join ${accounts} as a on a.id = w.watcher_id
  where w.subject_id = ${subject_id} and coalesce(a.active, true)`

export const watchersOf = (db: Db, subject_id: string): Promise<Watcher[]> =>
  allRows(
    db,
    sql`select ${watcherColumns} from ${activeWatches(subject_id)}
      order by w.created_at, w.watcher_id limit 1000`,
  )

/** Those of them who may still read the record. */
export const readersWatching = (
  db: Db,
  subject_id: string,
): Promise<(Watcher & { roles: readonly Role[] })[]> =>
  allRows(
    db,
    sql`select ${watcherColumns}, coalesce(a.roles, '{}') as roles from ${activeWatches(subject_id)}
        and ${mayRead(sql`coalesce(a.roles, '{}') && ${editors}::text[]`)}
      order by w.created_at, w.watcher_id limit 1000`,
  )

export const list = (db: Db, watcher: Actor, request: PageRequest): Promise<Page<Watch>> =>
  readPage(
    db,
    sql`select subject_id as id, subject_type, created_at from watches w
      where watcher_id = ${watcher.id} and ${mayRead(sql`${hasAnyRole(watcher, editors)}::boolean`)}`,
    request,
  )
