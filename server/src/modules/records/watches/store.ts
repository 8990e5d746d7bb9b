import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { allRows, countAffected } from '../../../db/rows.ts'
import { editors, hasAnyRole, type Actor, type Role } from '../../../kernel/actor.ts'
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

const openRecords = ['incidents', 'changes', 'requests', 'cis', 'catalog_items']

/** The rule of a single read: nobody sees deleted records, and only editors and its author an unpublished article. */
const mayRead = (isEditor: RawBuilder<boolean>) => sql<boolean>`exists (
  ${sql.join(
    openRecords.map(
      (table) => sql`select from ${sql.table(table)} where id = w.subject_id and deleted_at is null`,
    ),
    sql` union all `,
  )}
  union all select from articles where id = w.subject_id and deleted_at is null
    and (state = 'published' or author_id = w.watcher_id or ${isEditor}))`

/** The present address and name of an account; those of an outside issuer are not stored here, and count as active. */
const watcherColumns = sql`w.watcher_id as id, coalesce(u.email, c.email, w.watcher) as email, coalesce(u.name, c.name) as name`

const activeWatches = (subject_id: string) => sql`
  watches w left join users u on u.id = w.watcher_id left join clients c on c.id = w.watcher_id
  where w.subject_id = ${subject_id} and (u.id is null or (u.active and u.deleted_at is null))
    and (c.id is null or (c.active and c.deleted_at is null))`

export const watchersOf = (db: Db, subject_id: string): Promise<Watcher[]> =>
  allRows(
    db,
    sql`select ${watcherColumns} from ${activeWatches(subject_id)}
      order by w.created_at, w.watcher_id limit 1000`,
  )

/** Those of them who may still read the record; nothing is known of the roles of accounts of an outside issuer. */
export const readersWatching = (
  db: Db,
  subject_id: string,
): Promise<(Watcher & { roles: readonly Role[] })[]> =>
  allRows(
    db,
    sql`select ${watcherColumns}, coalesce(u.roles, c.roles, '{}') as roles from ${activeWatches(subject_id)}
        and ${mayRead(sql`coalesce(u.roles, c.roles, '{}') && ${editors}::text[]`)}
      order by w.created_at, w.watcher_id limit 1000`,
  )

export const list = (db: Db, watcher: Actor, request: PageRequest): Promise<Page<Watch>> =>
  readPage(
    db,
    sql`select subject_id as id, subject_type, created_at from watches w
      where watcher_id = ${watcher.id} and ${mayRead(sql`${hasAnyRole(watcher, editors)}::boolean`)}`,
    request,
  )
