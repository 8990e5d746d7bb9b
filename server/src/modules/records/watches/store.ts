import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { allRows } from '../../../db/rows.ts'
import type { Actor } from '../../../kernel/actor.ts'

export interface WatchedRecord {
  subject_type: string
  subject_id: string
}

export const watch = (tx: Tx, { subject_type, subject_id }: WatchedRecord, { id, email }: Actor) =>
  sql`insert into watches (subject_id, subject_type, watcher_id, watcher)
    values (${subject_id}, ${subject_type}, ${id}, ${email}) on conflict do nothing`.execute(tx)

export const unwatch = (tx: Tx, subject_id: string, { id }: Actor) =>
  sql`delete from watches where subject_id = ${subject_id} and watcher_id = ${id}`.execute(tx)

export interface Watcher {
  id: string
  email: string
  name: string | null
}

/** Those whose account is active; accounts of an outside issuer are not stored here, and count as active. */
export const watchersOf = (db: Db, subject_id: string): Promise<Watcher[]> =>
  allRows(
    db,
    sql`select w.watcher_id as id, coalesce(u.email, w.watcher) as email, u.name
      from watches w left join users u on u.id = w.watcher_id
      where w.subject_id = ${subject_id} and (u.id is null or (u.active and u.deleted_at is null))
      order by w.created_at, w.watcher_id limit 1000`,
  )

export interface Watch {
  id: string
  subject_type: string
  created_at: Date
}

export const list = (db: Db, watcher_id: string, request: PageRequest): Promise<Page<Watch>> =>
  readPage(
    db,
    sql`select subject_id as id, subject_type, created_at from watches where watcher_id = ${watcher_id}`,
    request,
  )
