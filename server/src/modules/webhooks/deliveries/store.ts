import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import type { EventType } from '../../../kernel/event-types.ts'
import type { Attempt, Status } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    deliveries: {
      id: string
      webhook_id: string
      event_seq: number | null
      event_id: string
      event: EventType
      subject_id: string
      data: ColumnType<Record<string, unknown> | null, string | null, never>
      replay_of: string | null
      status: Generated<Status>
      attempts: ColumnType<Attempt[], string | undefined, string>
      halted: string | null
      latency_ms: number | null
      created_at: Generated<Date>
      next_attempt_at: Date | null
      completed_at: Date | null
    }
  }
}

export interface NewDelivery {
  id: string
  webhook_id: string
  event_seq: number
  event_id: string
  event: EventType
  subject_id: string
  replay_of: string | null
}

/** The record and its place in the queue. */
export const insert = (tx: Tx, deliveries: NewDelivery[]) =>
  sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as given(
        id text, webhook_id text, event_seq bigint, event_id text, event text, subject_id text, replay_of text)),
    queued as (
      insert into delivery_queue (delivery_id, webhook_id, subject_id, event_seq)
      select id, webhook_id, subject_id, event_seq from given)
    insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id, replay_of, next_attempt_at)
    select id, webhook_id, event_seq, event_id, event, subject_id, replay_of, now() from given`.execute(tx)

/** A test, which is sent before it is written down. */
export const insertTest = (
  tx: Tx,
  test: {
    id: string
    webhook_id: string
    event_id: string
    event: EventType
    subject_id: string
    data: string
    attempt: Attempt
    status: Status
  },
) => {
  const { attempt, ...rest } = test
  const { latency_ms } = attempt
  return tx
    .insertInto('deliveries')
    .values({
      ...rest,
      event_seq: null,
      replay_of: null,
      attempts: JSON.stringify([attempt]),
      latency_ms,
      halted: null,
      created_at: new Date(attempt.at),
      next_attempt_at: null,
      completed_at: sql<Date>`now()`,
    })
    .execute()
}

const listed = (db: Db) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'webhook_id', 'event', 'event_id', 'subject_id', 'status', 'latency_ms', 'replay_of'])
    .select(['created_at', 'next_attempt_at', 'completed_at'])
    .select([
      sql<number>`jsonb_array_length(attempts)`.as('attempt_count'),
      sql<number | null>`(attempts -> -1 -> 'status')::int`.as('response_status'),
      sql<string | null>`coalesce(halted, attempts -> -1 ->> 'error')`.as('error'),
      sql<boolean>`event_seq is null`.as('is_test'),
    ])

type ListedDelivery = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export interface DeliveryFilters {
  status?: Status | undefined
  event?: EventType | undefined
}

export function list(db: Db, webhook_id: string, filters: DeliveryFilters, request: PageRequest) {
  let query = listed(db).where('webhook_id', '=', webhook_id)
  if (filters.status) query = query.where('status', '=', filters.status)
  if (filters.event) query = query.where('event', '=', filters.event)
  return readPage(db, query as never, request) as unknown as Promise<Page<ListedDelivery>>
}

interface Found {
  delivery: ListedDelivery
  attempts: Attempt[]
  /** What its request is made of. */
  origin: {
    event_seq: number | null
    occurred_at: Date | null
    data: string | null
    url: string
    header_names: string[]
    sign_payloads: boolean
  }
}

/** In one statement: what it says of itself and of its attempts is of the same moment. */
export async function find(db: Db, id: string, webhook_id?: string): Promise<Found | undefined> {
  const row = await db
    .selectFrom(listed(db).select(['attempts', 'event_seq', 'data']).where('id', '=', id).as('d'))
    .innerJoin('outbound_webhooks as w', 'w.id', 'd.webhook_id')
    .leftJoin('events as e', 'e.seq', 'd.event_seq')
    .selectAll('d')
    .select(['w.url', 'w.header_names', 'w.sign_payloads', 'e.occurred_at'])
    .select(sql<string | null>`coalesce(d.data::text, e.data::text)`.as('body_data'))
    .where('w.deleted_at', 'is', null)
    .$if(webhook_id !== undefined, (query) => query.where('d.webhook_id', '=', webhook_id!))
    .executeTakeFirst()
  if (!row) return undefined
  const { attempts, data: _, event_seq, url, header_names, sign_payloads, occurred_at, ...rest } = row
  const { body_data: data, ...delivery } = rest
  return { delivery, attempts, origin: { event_seq, occurred_at, data, url, header_names, sign_payloads } }
}

export interface Range {
  since: string
  until: string
  status: Status
}

/** At most so many, and one more to know that there are more. Tests and events that are gone cannot be replayed. */
export async function idsIn(db: Db, webhook_id: string, range: Range, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', range.status)
    .where('event_seq', 'is not', null)
    .where('created_at', '>=', sql<Date>`${range.since}::timestamptz`)
    .where('created_at', '<', sql<Date>`${range.until}::timestamptz`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Stats {
  total: number
  delivered: number
  failed: number
  pending: number
  retrying: number
  success_rate: number | null
  p50_latency_ms: number | null
  p95_latency_ms: number | null
  last_failure: { at: string; delivery_id: string; status: number | null; error: string | null } | null
}

export async function stats(db: Db, webhook_id: string, since: Date): Promise<Stats> {
  const { rows } = await sql<Stats>`
    with recent as (
      select * from deliveries where webhook_id = ${webhook_id} and created_at >= ${since} and event_seq is not null)
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
    from recent`.execute(db)
  return rows[0]!
}

const batch = 5000

/** Whether there are more. */
export async function forgetDeliveries(db: Db, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from deliveries where id in (
    select id from deliveries d where created_at < now() - ${days} * interval '1 day' and completed_at is not null
    limit ${batch})`.execute(db)
  return numAffectedRows === BigInt(batch)
}

/** An event that is still to be sent to somebody is kept. */
export async function forgetEvents(db: Db, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from events where seq in (
    select seq from events e where occurred_at < now() - ${days} * interval '1 day'
      and not exists (select from delivery_queue q where q.event_seq = e.seq)
    limit ${batch})`.execute(db)
  return numAffectedRows === BigInt(batch)
}
