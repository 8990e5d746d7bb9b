import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { allRows, firstRow } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import type { StoredRow } from '../../../kernel/schema.ts'
import { idOfUid, sessionId, type Session } from './model.ts'

const columns = sql`id, clients, address, user_agent, signed_in_at, last_used_at`

export type SessionRow = Omit<StoredRow<typeof Session>, 'current'>

/** When its cookie expires; its tokens live no longer. */
const expiresAt = sql`(select max(p.expires_at) from oidc_payloads p
  where p.model = 'Session' and p.uid_hash = sessions.uid_hash and p.expires_at > now())`

const alive = (account_id: string) => sql<SessionRow>`
  select * from (
    select ${columns}, ${expiresAt} as expires_at from sessions
    where account_id = ${account_id} and ended_at is null) as sessions
  where expires_at is not null`

export const list = (db: Db, account_id: string, request: PageRequest): Promise<Page<SessionRow>> =>
  readPage(db, alive(account_id), request)

export const find = (db: Db, account_id: string, id: string): Promise<SessionRow | undefined> =>
  firstRow(db, sql`${alive(account_id)} and id = ${id}`)

export type SessionVisit = TableRow<
  'sessions',
  'account_id' | 'clients' | 'address' | 'user_agent' | 'signed_in_at'
> & { uid: string }

export async function recordVisit(db: Db, visit: SessionVisit): Promise<void> {
  const { uid, account_id, clients, address, user_agent, signed_in_at } = visit
  const uid_hash = sha256(uid)
  await sql`insert into sessions (id, uid_hash, account_id, clients, address, user_agent, signed_in_at)
    values (${sessionId(uid_hash)}, ${uid_hash}, ${account_id}, ${clients}, ${address}, ${user_agent}, ${signed_in_at})
    on conflict (id) do update set account_id = excluded.account_id, clients = excluded.clients,
      address = excluded.address, user_agent = excluded.user_agent, signed_in_at = excluded.signed_in_at,
      last_used_at = now()`.execute(db)
}

/** To the minute, so that a busy session is not a busy row. False when it has ended, or began too long ago. */
export async function use(db: Db, uid: string, maxHours: number): Promise<boolean> {
  const id = idOfUid(uid)
  await sql`update sessions set last_used_at = now()
    where id = ${id} and last_used_at < now() - interval '1 minute'`.execute(db)
  const ended = await firstRow<{ uid_hash: string }>(
    db,
    sql`select uid_hash from sessions where id = ${id}
      and (ended_at is not null or signed_in_at <= now() - ${maxHours} * interval '1 hour')`,
  )
  // A request that was in progress when the session ended may have stored it again.
  if (ended) await deletePayloads(db, [ended.uid_hash])
  return !ended
}

/** All sessions of an account, one of them, or one of any account. */
export type SessionFilter = { account_id: string; id?: string } | { account_id?: undefined; id: string }

/**
 * Ends the sessions with their refresh tokens, and returns them. Locks are always taken in the order of accounts, sessions
 * and what was issued for them, each by ID, also by the trigger that a new epoch of an account fires.
 */
export async function end(
  tx: Tx,
  { account_id, id }: SessionFilter,
): Promise<{ id: string; account_id: string }[]> {
  const ended = await allRows<TableRow<'sessions', 'id' | 'account_id' | 'uid_hash'>>(
    tx,
    sql`update sessions set ended_at = now() where id in (select id from sessions where ended_at is null
      ${account_id === undefined ? sql`` : sql`and account_id = ${account_id}`}
      ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by id for update)
      returning id, account_id, uid_hash`,
  )
  await deletePayloads(
    tx,
    ended.map(({ uid_hash }) => uid_hash),
  )
  return ended
}

export const recordSignOut = (db: Db, uid: string) =>
  sql`update sessions set ended_at = now() where id = ${idOfUid(uid)} and ended_at is null`.execute(db)

async function deletePayloads(db: Db, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`delete from oidc_payloads where (model, id_hash) in (
    select model, id_hash from oidc_payloads
    where (model = 'Session' and uid_hash = any(${hashes}::text[])) or session_hash = any(${hashes}::text[])
    order by model, id_hash for update)`.execute(db)
}
