import { sql, type RawBuilder } from 'kysely'
import { transact, type Ctx, type Tx } from '../db/ctx.ts'
import { isLocked, isUnavailable } from '../db/errors.ts'
import { allRows, firstRow } from '../db/rows.ts'
import type { BackgroundLoop } from '../jobs/background-loop.ts'
import { startQueueLoop } from '../jobs/queue-loop.ts'
import { backoff } from '../jobs/job-runner.ts'
import type { EventType } from '../kernel/event-types.ts'
import type { Event } from '../kernel/event.ts'

/** A module that reacts to another. It writes in the dispatching transaction: once per event, or not at all. */
export interface Subscriber {
  events: readonly EventType[]
  /** In the order in which they happened. */
  handle: (ctx: Ctx<Tx>, events: Event[]) => Promise<void>
}

const batch = 100
/** In ms, longer than usual: under load each dispatch costs as much as several creates. */
const rest = 25

/** In order, because the table has many dead rows: PostgreSQL would read all of them until it finds an event. */
const due: RawBuilder<boolean> = sql`exists (
  select from (select run_at from outbox order by seq offset 0) as queued where run_at <= now()::timestamptz(3))`

/**
 * Moves events from the outbox to the log and to the subscribers, in one transaction. Every node tries, and
 * an advisory lock admits one at a time, so the events of a record arrive in order and a crash leaves nothing
 * half done.
 */
export const startDispatcher = (makeCtx: () => Ctx, subscribers: Subscriber[]): BackgroundLoop =>
  startQueueLoop(makeCtx, { queue: 'events', due, work: (ctx) => dispatchDue(ctx, subscribers), rest })

async function dispatchDue(ctx: Ctx, subscribers: Subscriber[]): Promise<number> {
  try {
    return await dispatch(ctx, subscribers, batch)
  } catch (error) {
    if (isUnavailable(error) || isLocked(error)) throw error
    return dispatchSingly(ctx, subscribers)
  }
}

const dispatch = (ctx: Ctx, subscribers: Subscriber[], limit: number): Promise<number> =>
  transact(ctx, async (ctx) => {
    const events = await take(ctx, limit)
    if (events.length > 0) ctx.wake('streams')
    for (const { events: wanted, handle } of subscribers) {
      const matching = events.filter(({ type }) => wanted.includes(type))
      if (matching.length > 0) await handle(ctx, matching)
    }
    return events.length
  })

/**
 * The lock ends with the transaction. Numbers are assigned in insertion order. What is visible is due by the time of the
 * statement; by now(), which is that of the begin, an event may not be due although a later one of its record is.
 */
const take = (ctx: Ctx<Tx>, limit: number): Promise<Event[]> =>
  allRows(
    ctx.db,
    sql`
      with turn as materialized (select pg_try_advisory_xact_lock(hashtext('dispatch events')) as ours),
      taken as (
        delete from outbox where seq in (
          select seq from outbox, turn where turn.ours and run_at <= clock_timestamp()::timestamptz(3) order by seq limit ${sql.lit(limit)})
        returning *)
      insert into events (id, type, subject_id, actor_id, occurred_at, data)
      select id, type, subject_id, actor_id, occurred_at, data from taken order by seq
      returning seq, id, type, subject_id, actor_id, occurred_at, data`,
  )

/**
 * An event that makes a subscriber fail must not block the others: it is retried with a growing delay. A lock is not its
 * failure, and later events of its record must not overtake it.
 */
async function dispatchSingly(ctx: Ctx, subscribers: Subscriber[]): Promise<number> {
  const first = await firstRow<{ seq: number; attempts: number }>(
    ctx.db,
    sql`select seq, attempts from outbox where run_at <= now()::timestamptz(3) order by seq limit 1`,
  )
  if (!first) return 0
  try {
    return await dispatch(ctx, subscribers, 1)
  } catch (error) {
    if (isUnavailable(error) || isLocked(error)) throw error
    ctx.log.error({ err: error, outbox: first.seq }, 'an event could not be dispatched')
    await sql`update outbox set attempts = attempts + 1, last_error = ${(error as Error).message},
        run_at = now() + ${backoff(first.attempts + 1)} * interval '1 millisecond'
      where seq = ${first.seq}`.execute(ctx.db)
    return 1
  }
}
