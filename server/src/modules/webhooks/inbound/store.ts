import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { gathering } from '../../../db/gather.ts'
import { readPage, type PageRequest } from '../../../db/page.ts'
import { allRows, allValues } from '../../../db/rows.ts'
import type { Claim } from '../../../events/journal.ts'
import type { StoredRow } from '../../../kernel/schema.ts'
import { administeredTable } from '../../records/administered/store.ts'
import { allOf, anyOf } from '../../records/store.ts'
import { webhookColumns, type WebhookInput } from '../webhook/model.ts'
import { storedFields, unreadCodes, type InboundEvent, type InboundRow } from './model.ts'

const columns = [...webhookColumns, ...storedFields, 'reference']

const table = administeredTable<InboundRow, WebhookInput<InboundRow>>({ table: 'inbound_webhooks', columns })

export const { find, lock, insert, update } = table
export const list = (db: Db, request: PageRequest) => table.list(db, [], request)

/** For incoming calls: those that arrive together share one statement. */
export const findForCall = gathering(async (db: Db, ids: string[]): Promise<(InboundRow | undefined)[]> => {
  const rows = await allRows(
    db,
    sql<InboundRow>`select ${sql.raw(columns.join(', '))} from inbound_webhooks
      where id = any(${ids}::text[]) and deleted_at is null and active`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
})

export type Call = StoredRow<typeof InboundEvent> & { webhook_id: string }

export async function insertCalls(db: Db, calls: Call[]): Promise<void> {
  await sql`insert into inbound_events (id, webhook_id, received_at, status, incident_id, error, payload)
      select * from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as given(
        id text, webhook_id text, received_at timestamptz, status text, incident_id text, error jsonb, payload text)`.execute(
    db,
  )
}

export const listCalls = (db: Db, webhook_id: string, status: string | undefined, request: PageRequest) =>
  readPage(
    db,
    sql<Omit<Call, 'webhook_id'>>`
      select id, received_at, status, incident_id, error, payload from inbound_events
      where ${allOf([sql<boolean>`webhook_id = ${webhook_id}`, ...anyOf('status', status)])}`,
    { ...request, has_bounded_total: true },
  )

export interface ClaimRow {
  key: string
  subject_id: string
  expired: boolean
}

export const findClaims = gathering(async (db: Db, requests: string[][]): Promise<ClaimRow[][]> => {
  const rows = await claimsAmong(db, requests.flat(), sql``)
  return requests.map((keys) => rows.filter(({ key }) => keys.includes(key)))
})

export const lockClaims = (tx: Tx, keys: string[]) => claimsAmong(tx, keys, sql`for update`)

/** For an existing incident. A claim that has not expired stays as it is. */
export const keepClaims = (tx: Tx, claims: Claim[], subject_id: string) =>
  sql`insert into claims (key, subject_id, expires_at)
      select key, ${subject_id}, expires_at
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as given(key text, expires_at timestamptz)
      on conflict (key) do update set subject_id = excluded.subject_id, expires_at = excluded.expires_at
        where claims.expires_at < now()`.execute(tx)

const claimsAmong = (db: Db, keys: string[], locking: RawBuilder<unknown>) =>
  allRows(
    db,
    sql<ClaimRow>`select key, subject_id, coalesce(expires_at < now(), false) as expired
      from claims where key = any(${keys}::text[]) order by key ${locking}`,
  )

/** The incidents that have claims of any webhook. */
export const findClaimedUnder = (db: Db, prefix: string): Promise<string[]> =>
  allValues(
    db,
    sql`select subject_id from claims where key >= ${prefix} and key < ${`${prefix}~`} order by key`,
  )

export const dropClaims = (tx: Tx, keys: string[]) =>
  sql`delete from claims where key = any(${keys}::text[])`.execute(tx)

/** Which of these CIs and changes were deleted. */
export const deletedAmong = (db: Db, ids: string[]): Promise<string[]> =>
  allValues(
    db,
    sql`select id from cis where id = any(${ids}::text[]) and deleted_at is not null
      union all select id from changes where id = any(${ids}::text[]) and deleted_at is not null`,
  )

/** How many calls of each webhook are stored. Those that anybody can send do not displace the others. */
const maxCalls = 100
const maxUnread = 20
export const isUnread = sql`(status = 'rejected' and payload = '' and error ->> 'code' = any(${sql.lit(`{${unreadCodes.join(',')}}`)}::text[]))`

export const isSurplusCall = sql`id in (
  select id from (
    select id, webhook_id, received_at, ${isUnread} as is_unread,
      row_number() over (partition by webhook_id, ${isUnread} order by received_at desc, id desc) as rank
    from inbound_events) as ranked
  where rank > case when is_unread then ${sql.lit(maxUnread)} else ${sql.lit(maxCalls)} end
    or (is_unread and received_at < now() - interval '7 days')
    or webhook_id in (select id from inbound_webhooks where deleted_at is not null))`

/** Why calls were rejected in the last day, the most frequent code first. */
export const rejectionCodes = (db: Db, webhook_id: string): Promise<string[]> =>
  allValues(
    db,
    sql`select error ->> 'code' from inbound_events
      where webhook_id = ${webhook_id} and status = 'rejected' and received_at > now() - interval '1 day'
      group by 1 order by count(*) desc, 1`,
  )
