import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { gathering } from '../../../db/gather.ts'
import { allRows, allValues } from '../../../db/rows.ts'
import { lease } from '../../../jobs/lease-loop.ts'
import { minute } from '../../../kernel/durations.ts'
import type { SealedSecrets } from '../webhook/model.ts'
import type { Attempt } from './model.ts'
import type { DeliveryContent } from './request-body.ts'
import { actorName } from './store.ts'

/** A delivery that this node attempts, with its webhook as it is now. */
export interface DeliveryLease extends SealedSecrets, DeliveryContent {
  id: string
  fence: number
  attempt: number
  webhook_id: string
  event_id: string
  data: string
  url: string
  headers_sealed: string | null
  timeout_seconds: number
  /** Why the webhook accepts no deliveries; null when it does. */
  halted: 'webhook_inactive' | 'webhook_deleted' | null
}

/** How many webhooks one claim considers. */
const webhooksPerClaim = 128
/** How many of a webhook's oldest deliveries a claim considers. */
const window = 500

/** Not only due ones, because those are found by webhook. */
export const isAnyQueued: RawBuilder<boolean> = sql`exists (select from delivery_queue)`

/** Webhooks with queued deliveries that come after the given id; `next` is empty when there are no more. */
export async function queuedWebhooks(db: Db, after: string): Promise<{ ids: string[]; next: string }> {
  const ids = await allValues<string>(
    db,
    sql`
    with recursive waiting as (
      (select webhook_id, 1 as n from delivery_queue where webhook_id > ${after} order by webhook_id limit 1)
      union all
      select (select q.webhook_id from delivery_queue q where q.webhook_id > w.webhook_id order by q.webhook_id limit 1),
        n + 1
      from waiting w where w.webhook_id is not null and n < ${sql.lit(webhooksPerClaim)})
    select webhook_id from waiting where webhook_id is not null`,
  )
  return { ids, next: ids.length === webhooksPerClaim ? ids.at(-1)! : '' }
}

/**
 * Claims due deliveries of webhooks that have capacity: first one of each, then another of each, so that a webhook with
 * a long queue does not delay the others. Of a record's events without an attempt only the oldest is claimed; the next
 * follows after its first attempt.
 */
export const claim = (db: Db, room: Map<string, number>, total: number): Promise<DeliveryLease[]> =>
  allRows(
    db,
    sql<DeliveryLease>`
    with due as materialized (
      select delivery_id
      from unnest(${[...room.keys()]}::text[], ${[...room.values()]}::int[]) as waiting(webhook_id, free)
      cross join lateral (
        select delivery_id, row_number() over (order by run_at, event_seq) as rank from (
          select *, row_number() over (partition by subject_id, attempts > 0 order by event_seq, delivery_id) as turn
          from (
            select * from delivery_queue q where q.webhook_id = waiting.webhook_id and run_at <= now()::timestamptz(3)
            order by run_at, event_seq limit ${sql.lit(window)}) as oldest) as ordered
        where (attempts > 0 or turn = 1) and (leased_until is null or leased_until <= now())
        order by run_at, event_seq limit free) as next
      order by rank limit ${total})
    update delivery_queue q set leased_until = now() + ${lease} * interval '1 millisecond', fence = fence + 1
    from due, deliveries d join outbound_webhooks w on w.id = d.webhook_id left join events e on e.seq = d.event_seq
    where q.delivery_id = due.delivery_id and d.id = q.delivery_id
      and (q.leased_until is null or q.leased_until <= now())
    returning d.id, q.fence, q.attempts + 1 as attempt, q.webhook_id, d.event, d.event_id, e.occurred_at, e.data::text,
      w.url, w.format, ${actorName}, w.headers_sealed, w.secret_sealed, w.timeout_seconds,
      w.previous_secret_sealed, w.previous_secret_until,
      case when w.deleted_at is not null then 'webhook_deleted' when not w.active then 'webhook_inactive' end as halted`,
  )

/**
 * Extends the leases that are still ours, and returns those that are lost. A delivery whose result is being stored is locked,
 * and still ours: waiting for it could deadlock, because each statement locks many deliveries in its own order.
 */
export async function heartbeat(db: Db, held: DeliveryLease[]): Promise<DeliveryLease[]> {
  const rows = await allRows(
    db,
    sql<{ id: string; fence: number }>`
    with mine as (
      select * from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::bigint[]) as mine(id, fence)),
    extended as (
      update delivery_queue set leased_until = now() + ${lease} * interval '1 millisecond' where delivery_id in (
        select delivery_id from delivery_queue q join mine on q.delivery_id = mine.id and q.fence = mine.fence
        for update of q skip locked))
    select mine.* from mine left join delivery_queue q on q.delivery_id = mine.id and q.fence = mine.fence
    where q.delivery_id is null`,
  )
  const lost = new Set(rows.map(({ id, fence }) => `${id} ${fence}`))
  return held.filter(({ id, fence }) => lost.has(`${id} ${fence}`))
}

/** Returns a delivery to the queue without an attempt. */
export const release = (db: Db, { id, fence }: DeliveryLease) =>
  sql`update delivery_queue set leased_until = null where delivery_id = ${id} and fence = ${fence}`.execute(
    db,
  )

/** Without an attempt, nothing was sent. */
export interface AttemptResult {
  id: string
  fence: number
  attempt: Attempt | null
  halted?: string
  status: 'delivered' | 'retrying' | 'failed'
  /** Milliseconds to the next attempt; null when there is none. */
  delay: number | null
}

export const alertJob = 'alert-webhook-owner'
export const alertKey = (webhook_id: string) => `${alertJob} ${webhook_id}`
/** An owner is notified of failures at most this often. */
export const alertInterval = 15 * minute

/**
 * Stores the results of attempts, many in one statement. The result of a lost lease changes nothing and returns false, and
 * so does one that is stored again, because each result increments the fence. A final failure is counted at the webhook, and its
 * owner is notified at most every quarter of an hour.
 */
const settleAll = async (db: Db, results: AttemptResult[]): Promise<boolean[]> => {
  const rows = await allRows(
    db,
    sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as given(id text, fence bigint, attempt jsonb, status text, delay bigint, halted text)),
    ended as (
      delete from delivery_queue q using given where q.delivery_id = given.id and q.fence = given.fence
        and given.delay is null
      returning given.*, q.webhook_id, null::timestamptz as next_at),
    rescheduled as (
      update delivery_queue q set attempts = attempts + 1, fence = q.fence + 1, leased_until = null,
        run_at = now() + given.delay * interval '1 millisecond'
      from given where q.delivery_id = given.id and q.fence = given.fence and given.delay is not null
      returning given.*, q.webhook_id, q.run_at as next_at),
    settled as materialized (select * from ended union all select * from rescheduled),
    written as (
      update deliveries d set status = settled.status, halted = settled.halted, next_attempt_at = settled.next_at,
        attempts = case when settled.attempt is null then attempts else attempts || settled.attempt end,
        latency_ms = coalesce((settled.attempt ->> 'latency_ms')::int, latency_ms),
        completed_at = case when settled.next_at is null then now() end
      from settled where d.id = settled.id),
    failed as (
      update outbound_webhooks w set unalerted_failures = unalerted_failures + n
      from (select webhook_id, count(*) as n from settled where status = 'failed' and attempt is not null group by 1) as f
      where w.id = f.webhook_id returning w.id, w.alerted_at),
    alerts as (
      insert into jobs (type, payload, unique_key, run_at)
      select ${sql.lit(alertJob)}, jsonb_build_object('webhook_id', id), ${sql.lit(alertKey(''))} || id,
        greatest(now(), coalesce(alerted_at + ${alertInterval} * interval '1 millisecond', now())) from failed
      on conflict (unique_key) do nothing)
    select id from settled`,
  )
  const settled = new Set(rows.map(({ id }) => id))
  return results.map(({ id }) => settled.has(id))
}

export const settle = gathering(settleAll)
