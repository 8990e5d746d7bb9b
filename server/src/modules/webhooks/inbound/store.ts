import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { gathering } from '../../../db/gather.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { run } from '../../../db/statement.ts'
import type { Claim } from '../../../events/journal.ts'
import type { Filter } from '../mapping/filters.ts'
import type { InboundRow, Outcome } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    inbound_webhooks: Omit<InboundRow, 'field_mapping' | 'filters' | 'resolve_when'> & {
      field_mapping: ColumnType<Record<string, string>, string, string>
      filters: ColumnType<Filter[], string, string>
      resolve_when: ColumnType<Filter[], string, string>
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
    }
    inbound_events: Omit<Call, 'error'> & {
      error: ColumnType<object | null, string | null, never>
    }
  }
}

const columns = [
  'id',
  'reference',
  'name',
  'description',
  'action',
  'preset',
  'field_mapping',
  'filters',
  'resolve_when',
  'secret_sealed',
  'previous_secret_sealed',
  'previous_secret_until',
  'require_timestamp',
  'active',
  'owner_id',
  'owner_email',
  'version',
  'created_at',
  'updated_at',
] as const

const alive = (db: Db) => db.selectFrom('inbound_webhooks').select(columns).where('deleted_at', 'is', null)

export const list = (db: Db, request: PageRequest): Promise<Page<InboundRow>> =>
  readPage(db, alive(db) as never, request)

export const find = (db: Db, id: string): Promise<InboundRow | undefined> =>
  alive(db).where('id', '=', id).executeTakeFirst()

/** For calls from outside, of which many come at once. */
export const findForCall = gathering(async (db: Db, ids: string[]): Promise<(InboundRow | undefined)[]> => {
  const rows = await run<InboundRow>(
    db,
    ($) => `select ${columns.join(', ')} from inbound_webhooks
      where id = any(${$(ids)}::text[]) and deleted_at is null and active`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
})

export const lock = (tx: Tx, id: string): Promise<InboundRow | undefined> =>
  alive(tx).where('id', '=', id).forUpdate().executeTakeFirst()

type Writable = Omit<InboundRow, 'version' | 'created_at' | 'updated_at'>

const toColumns = ({ field_mapping, filters, resolve_when, ...rest }: Partial<Writable>) => ({
  ...rest,
  ...(field_mapping && { field_mapping: JSON.stringify(field_mapping) }),
  ...(filters && { filters: JSON.stringify(filters) }),
  ...(resolve_when && { resolve_when: JSON.stringify(resolve_when) }),
})

export const insert = (tx: Tx, row: Writable): Promise<InboundRow> =>
  tx
    .insertInto('inbound_webhooks')
    .values(toColumns(row) as never)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const update = (
  tx: Tx,
  id: string,
  changes: Partial<Writable> & { deleted_at?: Date },
): Promise<InboundRow> =>
  tx
    .updateTable('inbound_webhooks')
    .set({ ...toColumns(changes), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export interface Call {
  id: string
  webhook_id: string
  received_at: Date
  status: Outcome
  incident_id: string | null
  error: { code: string; message: string } | null
  payload: string
}

export async function insertCalls(db: Db, calls: Call[]): Promise<void> {
  await run(
    db,
    ($) => `insert into inbound_events (id, webhook_id, received_at, status, incident_id, error, payload)
      select * from jsonb_to_recordset(${$(JSON.stringify(calls))}::jsonb) as given(
        id text, webhook_id text, received_at timestamptz, status text, incident_id text, error jsonb, payload text)`,
  )
}

export function listCalls(db: Db, webhook_id: string, status: Outcome | undefined, request: PageRequest) {
  let query = db
    .selectFrom('inbound_events')
    .select(['id', 'received_at', 'status', 'incident_id', 'error', 'payload'])
    .where('webhook_id', '=', webhook_id)
  if (status) query = query.where('status', '=', status)
  return readPage(db, query as never, request) as Promise<Page<{ id: string }>>
}

export interface Claimed {
  key: string
  subject_id: string
  expired: boolean
}

export const findClaims = gathering(async (db: Db, questions: string[][]): Promise<Claimed[][]> => {
  const rows = await claimsAmong(db, questions.flat(), '')
  return questions.map((keys) => rows.filter(({ key }) => keys.includes(key)))
})

export const lockClaims = (tx: Tx, keys: string[]) => claimsAmong(tx, keys, 'for update')

/** For a record that exists already. A claim that still holds stays as it is. */
export const keepClaims = (tx: Tx, claims: Claim[], subject_id: string) =>
  run(
    tx,
    ($) => `insert into claims (key, subject_id, expires_at)
      select key, ${$(subject_id)}, expires_at
      from jsonb_to_recordset(${$(JSON.stringify(claims))}::jsonb) as given(key text, expires_at timestamptz)
      on conflict (key) do update set subject_id = excluded.subject_id, expires_at = excluded.expires_at
        where claims.expires_at < now()`,
  )

const claimsAmong = (db: Db, keys: string[], rest: string) =>
  run<Claimed>(
    db,
    ($) => `select key, subject_id, coalesce(expires_at < now(), false) as expired
      from claims where key = any(${$(keys)}::text[]) order by key ${rest}`,
  )

/** Whatever webhook made the claim. */
export const findClaimsUnder = (db: Db, prefix: string): Promise<{ subject_id: string }[]> =>
  run(
    db,
    ($) =>
      `select subject_id from claims where key >= ${$(prefix)} and key < ${$(`${prefix}~`)} order by key`,
  )

export const dropClaims = (tx: Tx, keys: string[]) =>
  run(tx, ($) => `delete from claims where key = any(${$(keys)}::text[])`)

export const dropExpiredClaims = (tx: Tx) =>
  sql`delete from claims where key in (select key from claims where expires_at < now() limit 5000)`.execute(
    tx,
  )

/** As many calls of each webhook are kept. */
const kept = 100

export const trimCalls = (tx: Tx) =>
  sql`delete from inbound_events where id in (
    select id from (
      select id, row_number() over (partition by webhook_id order by received_at desc, id desc) as place
      from inbound_events) as placed
    where place > ${kept} limit 5000)`.execute(tx)
