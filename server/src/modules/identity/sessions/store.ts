import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { idOfUid, sessionId } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    sessions: {
      id: string
      uid_hash: string
      account_id: string
      clients: string[]
      address: string | null
      user_agent: string | null
      signed_in_at: Date
      last_used_at: Generated<Date>
      ended_at: Generated<Date | null>
    }
  }
}

export interface SessionRow {
  id: string
  clients: string[]
  address: string | null
  user_agent: string | null
  signed_in_at: Date
  last_used_at: Date
  expires_at: Date
}

const columns = ['id', 'clients', 'address', 'user_agent', 'signed_in_at', 'last_used_at'] as const

/** When its cookie expires; its tokens live no longer. */
const expiresAt = sql<Date>`(select max(p.expires_at) from oidc_payloads p
  where p.model = 'Session' and p.uid_hash = sessions.uid_hash and p.expires_at > now())`

const alive = (db: Db, account_id: string) =>
  db
    .selectFrom(
      db
        .selectFrom('sessions')
        .select([...columns, expiresAt.as('expires_at')])
        .where('account_id', '=', account_id)
        .where('ended_at', 'is', null)
        .as('sessions'),
    )
    .selectAll()
    .where('expires_at', 'is not', null)

export const list = (db: Db, account_id: string, request: PageRequest): Promise<Page<SessionRow>> =>
  readPage(db, alive(db, account_id) as never, request)

export const find = (db: Db, account_id: string, id: string): Promise<SessionRow | undefined> =>
  alive(db, account_id).where('id', '=', id).executeTakeFirst()

interface SessionVisit {
  uid: string
  account_id: string
  clients: string[]
  address: string | null
  user_agent: string | null
  signed_in_at: Date
}

export async function recordVisit(db: Db, { uid, ...visit }: SessionVisit): Promise<void> {
  const uid_hash = sha256(uid)
  await db
    .insertInto('sessions')
    .values({ id: sessionId(uid_hash), uid_hash, ...visit })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...visit, last_used_at: sql`now()` }))
    .execute()
}

/** To the minute, so that a busy session is not a busy row. False when it has ended, or began too long ago. */
export async function use(db: Db, uid: string, maxHours: number): Promise<boolean> {
  const id = idOfUid(uid)
  await sql`update sessions set last_used_at = now()
    where id = ${id} and last_used_at < now() - interval '1 minute'`.execute(db)
  const ended = await db
    .selectFrom('sessions')
    .select('uid_hash')
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('ended_at', 'is not', null),
        where('signed_in_at', '<=', sql<Date>`now() - ${maxHours} * interval '1 hour'`),
      ]),
    )
    .executeTakeFirst()
  // A page that was under way when it ended may have written it down again.
  if (ended) await deletePayloads(db, [ended.uid_hash])
  return !ended
}

/** All sessions of a person, one of them, or one whoever it belongs to. */
export type SessionFilter = { account_id: string; id?: string } | { account_id?: undefined; id: string }

/** Ends the sessions with their refresh tokens, and returns them. */
export async function end(
  tx: Tx,
  { account_id, id }: SessionFilter,
): Promise<{ id: string; account_id: string }[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('ended_at', 'is', null)
    .$if(account_id !== undefined, (query) => query.where('account_id', '=', account_id!))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning(['id', 'account_id', 'uid_hash'])
    .execute()
  await deletePayloads(
    tx,
    ended.map(({ uid_hash }) => uid_hash),
  )
  return ended
}

export const recordSignOut = (db: Db, uid: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('id', '=', idOfUid(uid))
    .where('ended_at', 'is', null)
    .execute()

async function deletePayloads(db: Db, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await db
    .deleteFrom('oidc_payloads')
    .where((where) =>
      where.or([
        where.and([where('model', '=', 'Session'), where('uid_hash', 'in', hashes)]),
        where('session_hash', 'in', hashes),
      ]),
    )
    .execute()
}

/** No token of a session lives longer than a refresh token. */
export const deleteOldSessions = (db: Db) =>
  sql`delete from sessions where id in (
    select id from sessions where last_used_at < now() - interval '8 days' limit 5000)`.execute(db)
