import { sql } from 'kysely'
import { accounts } from '../../../db/accounts.ts'
import type { Ctx, Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { allValues, firstRow, onlyRow } from '../../../db/rows.ts'
import type { StoredRow } from '../../../kernel/schema.ts'
import { allOf, anyOf } from '../../records/store.ts'
import type { Format } from '../outbound/formats.ts'
import type { Attempt, Delivery, Stats, Status } from './model.ts'

type DeliveryRow = StoredRow<typeof Delivery>
type CommonFields = Pick<DeliveryRow, 'id' | 'webhook_id' | 'event_id' | 'event' | 'subject_id'>

export type NewDelivery = CommonFields & { event_seq: number; replay_of: string | null }

/** The deliveries and their entries in the queue. */
export async function insert(ctx: Ctx<Tx>, deliveries: NewDelivery[]): Promise<void> {
  await sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as given(
        id text, webhook_id text, event_seq bigint, event_id text, event text, subject_id text, replay_of text)),
    queued as (
      insert into delivery_queue (delivery_id, webhook_id, subject_id, event_seq)
      select id, webhook_id, subject_id, event_seq from given)
    insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id, replay_of, next_attempt_at)
    select id, webhook_id, event_seq, event_id, event, subject_id, replay_of, now() from given`.execute(
    ctx.db,
  )
  ctx.wake('deliveries')
}

type TestDelivery = CommonFields & { data: string; attempt: Attempt; status: Status }

/** A test is sent before it is stored. */
export const insertTest = (tx: Tx, test: TestDelivery) => {
  const { id, webhook_id, event_id, event, subject_id, data, attempt, status } = test
  const { at, latency_ms } = attempt
  return sql`
    insert into deliveries (id, webhook_id, event_id, event, subject_id, data, status, attempts, latency_ms,
      created_at, completed_at)
    values (${id}, ${webhook_id}, ${event_id}, ${event}, ${subject_id}, ${data}::json, ${status},
      ${JSON.stringify([attempt])}::jsonb, ${latency_ms}, ${at}::timestamptz, now())`.execute(tx)
}

const columns = sql`
  id, webhook_id, event, event_id, subject_id, status, latency_ms, replay_of, created_at, next_attempt_at,
  completed_at, jsonb_array_length(attempts) as attempt_count, (attempts -> -1 ->> 'status')::int as response_status,
  coalesce(halted, attempts -> -1 ->> 'error') as error, event_seq is null as is_test`

/** One value each, or several with commas between them. */
export interface DeliveryFilters {
  status?: string | undefined
  event?: string | undefined
}

export function list(
  db: Db,
  webhook_id: string,
  { status, event }: DeliveryFilters,
  request: PageRequest,
): Promise<Page<DeliveryRow>> {
  const conditions = allOf([
    sql<boolean>`webhook_id = ${webhook_id}`,
    ...anyOf('status', status),
    ...anyOf('event', event),
  ])
  return readPage(db, sql<DeliveryRow>`select ${columns} from deliveries where ${conditions}`, {
    ...request,
    has_bounded_total: true,
  })
}

/** Of the webhook w and the event e. */
export const actorName = sql`case when w.format <> 'event' then (
  select coalesce(nullif(name, ''), email) from ${accounts} as author where author.id = e.actor_id) end as actor`

interface RequestSource {
  event_seq: number | null
  occurred_at: Date | null
  data: string | null
  /** Its record was deleted. */
  is_withdrawn: boolean
  url: string
  header_names: string[]
  sign_payloads: boolean
  format: Format
  actor: string | null
}

interface DeliveryDetails {
  delivery: DeliveryRow
  attempts: Attempt[]
  source: RequestSource
}

/** One statement, so that the delivery and its attempts are of the same moment. */
export async function find(db: Db, id: string, webhook_id?: string): Promise<DeliveryDetails | undefined> {
  const row = await firstRow<DeliveryRow & { attempts: Attempt[] } & RequestSource>(
    db,
    sql`select d.*, coalesce(d.own_data, e.data::text) as data, e.occurred_at, w.url, w.header_names, w.sign_payloads, w.format, ${actorName},
        exists (select from withdrawn where withdrawn.subject_id = d.subject_id) as is_withdrawn
      from (
          select ${columns}, attempts, event_seq, data::text as own_data from deliveries where id = ${id}) as d
        join outbound_webhooks w on w.id = d.webhook_id and w.deleted_at is null
        left join events e on e.seq = d.event_seq
      where ${webhook_id ?? null}::text is null or d.webhook_id = ${webhook_id ?? null}`,
  )
  if (!row) return undefined
  const {
    attempts,
    event_seq,
    occurred_at,
    data,
    is_withdrawn,
    url,
    header_names,
    sign_payloads,
    format,
    actor,
    ...rest
  } = row
  const { own_data: _, ...delivery } = rest as typeof rest & { own_data: string | null }
  const source = {
    event_seq,
    occurred_at,
    data,
    is_withdrawn,
    url,
    header_names,
    sign_payloads,
    format,
    actor,
  }
  return { delivery, attempts, source }
}

export interface Range {
  since: string
  until: string
  status: Status
}

/** One more than `limit` when there are more. Tests and deliveries whose event is gone cannot be replayed. */
export const idsIn = (db: Db, webhook_id: string, range: Range, limit: number): Promise<string[]> =>
  allValues(
    db,
    sql`select id from deliveries
      where webhook_id = ${webhook_id} and status = ${range.status} and event_seq is not null
        and created_at >= ${range.since}::timestamptz and created_at < ${range.until}::timestamptz
      order by created_at, id limit ${limit + 1}`,
  )

export const stats = (db: Db, webhook_id: string, since: Date): Promise<Stats> =>
  onlyRow(
    db,
    sql`
      with recent as (
        select id, status, latency_ms, attempts from deliveries
        where webhook_id = ${webhook_id} and created_at >= ${since} and event_seq is not null)
      select count(*) as total, count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'retrying') as retrying,
        (count(*) filter (where status = 'delivered'))::float8
          / nullif(count(*) filter (where status in ('delivered', 'failed')), 0) as success_rate,
        percentile_disc(0.5) within group (order by latency_ms) as p50_latency_ms,
        percentile_disc(0.95) within group (order by latency_ms) as p95_latency_ms,
        (select jsonb_build_object('at', attempt ->> 'at', 'delivery_id', id, 'status', attempt -> 'status',
            'error', attempt ->> 'error')
          from recent, jsonb_array_elements(attempts) as attempt
          where attempt ->> 'error' is not null or (attempt ->> 'status')::int not between 200 and 299
          order by attempt ->> 'at' desc limit 1) as last_failure
      from recent`,
  )
