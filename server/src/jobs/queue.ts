import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db, Tx } from '../db/ctx.ts'
import { allRows, countAffected } from '../db/rows.ts'
import { hour, second } from '../kernel/durations.ts'
import { lease } from './lease-loop.ts'

export interface Job {
  id: number
  type: string
  payload: unknown
  every_ms: number | null
  attempts: number
  fence: number
}

interface EnqueueOptions {
  payload?: unknown
  /** Not added if a job with the same key is still queued; one that has started may have read too early. */
  unique_key?: string
  /** Milliseconds from now, by the clock of the database. */
  delay?: number
}

/** Only inside the transaction of the change that causes the job. */
export async function enqueue(ctx: Ctx<Tx>, type: string, options: EnqueueOptions = {}): Promise<void> {
  await sql`insert into jobs (type, payload, unique_key, run_at)
    values (${type}, ${JSON.stringify(options.payload ?? {})}, ${options.unique_key ?? null},
            now() + ${options.delay ?? 0} * interval '1 millisecond')
    on conflict (unique_key) do nothing`.execute(ctx.db)
  ctx.wake('jobs')
}

/**
 * Makes sure that each recurring type has its one job. Those with long intervals clean up, so their first run can wait.
 * Jobs that are as they should be are neither updated nor inserted, which would wait for one that is being finished.
 */
export async function ensureRecurring(db: Db, kinds: { type: string; every: number }[]): Promise<void> {
  await sql`with kinds as (
      select type, 'recurring:' || type as unique_key, every
      from unnest(${kinds.map(({ type }) => type)}::text[], ${kinds.map(({ every }) => every)}::bigint[]) as kinds(type, every)),
    changed as (
      update jobs set every_ms = every from kinds where jobs.unique_key = kinds.unique_key and every_ms <> every)
    insert into jobs (type, unique_key, every_ms, run_at)
    select type, unique_key, every,
      now() + case when every < ${hour} then 0 else every end * interval '1 millisecond'
    from kinds where not exists (select from jobs where jobs.unique_key = kinds.unique_key)
    on conflict (unique_key) do nothing`.execute(db)
}

/**
 * What was scheduled before the clock was set back is due now, instead of at its old time. A failed job may wait for an hour
 * longer than its interval, and one with the time `infinity` is on hold.
 */
export async function rescheduleRecurring(db: Db, types: string[]): Promise<void> {
  const keys = types.map((type) => `recurring:${type}`)
  await sql`update jobs set run_at = now() where unique_key = any(${keys}::text[]) and isfinite(run_at)
    and run_at > now() + (every_ms + ${sql.lit(10 * second)} + least(attempts, 1) * ${sql.lit(hour)}) * interval '1 millisecond'`.execute(
    db,
  )
}

/** Whole seconds, so that the recurring jobs that are due in a second are claimed in one statement. */
const nextRun = sql`date_bin(least(every_ms, 1000) * interval '1 millisecond',
  now() + every_ms * interval '1 millisecond', timestamptz 'epoch')`

/** By type of a recurring job: whether a run would find anything to do. */
type WorkConditions = Map<string, RawBuilder<boolean>>

/**
 * Claims due jobs of each type, at most as many as the type has free slots. A recurring job without work has done its run
 * with the claim, and is not returned. Stored times are rounded to milliseconds, so
 * `now()` is rounded too: else a job that is due immediately could lie half a millisecond in the future.
 */
export async function claim(
  db: Db,
  node: string,
  free: Map<string, number>,
  conditions: WorkConditions = new Map(),
): Promise<Job[]> {
  const idleTypes = [...conditions].map(([type, hasWork]) => sql`case when not ${hasWork} then ${type} end`)
  const rows = await allRows<Job & { is_idle: boolean }>(
    db,
    sql`
      with idle as materialized (select array_remove(array[${sql.join(idleTypes)}]::text[], null) as types),
      due as materialized (
        select next.id, wanted.type = any(idle.types) as is_idle
        from idle, unnest(${[...free.keys()]}::text[], ${[...free.values()]}::int[]) as wanted(type, free)
        cross join lateral (
          select id from jobs where type = wanted.type and run_at <= now()::timestamptz(3) and dead_at is null
          order by run_at limit wanted.free for update skip locked) as next)
      update jobs set
        run_at = case when is_idle then ${nextRun} else now() + ${lease} * interval '1 millisecond' end,
        claimed_by = case when not is_idle then ${node} end,
        attempts = case when is_idle then 0 else attempts + 1 end,
        last_error = case when not is_idle then last_error end,
        fence = fence + 1,
        unique_key = case when every_ms is not null then unique_key end
      from due where jobs.id = due.id
      returning jobs.id, type, payload, every_ms, attempts, fence, is_idle`,
  )
  return rows.filter(({ is_idle }) => !is_idle)
}

/** Whether a job of these types is due. */
export const isDue = (types: string[]): RawBuilder<boolean> =>
  sql`exists (select from jobs where type = any(${types}::text[]) and run_at <= now()::timestamptz(3) and dead_at is null)`

/**
 * Renews the leases that are still ours, and returns those that are not. A job that is being finished is
 * locked, and still ours; a recurring one that has been finished meanwhile waits for its next run.
 */
export async function heartbeat(db: Db, jobs: Job[]): Promise<Job[]> {
  const rows = await allRows<{ id: number; fence: number }>(
    db,
    sql`
      with mine as (
        select * from unnest(${jobs.map((job) => job.id)}::bigint[], ${jobs.map((job) => job.fence)}::bigint[]) as mine(id, fence)
      ), prolonged as (
        update jobs set run_at = now() + ${lease} * interval '1 millisecond' where id in (
          select id from jobs join mine using (id, fence) where claimed_by is not null for update of jobs skip locked)
      )
      select mine.id, mine.fence from mine left join jobs using (id, fence) where jobs.id is null`,
  )
  // By its fence too: a worker that took over its own job holds it twice, and has lost one of them.
  const lost = new Set(rows.map(({ id, fence }) => `${id} ${fence}`))
  return jobs.filter(({ id, fence }) => lost.has(`${id} ${fence}`))
}

export class LeaseLost extends Error {
  constructor(job: Job) {
    super(`Job ${job.id} (${job.type}) was taken over by another worker`)
  }
}

/** Completes a job in the transaction of its effect; refused if another worker has taken it over. */
export async function finish(ctx: Ctx<Tx>, job: Job): Promise<void> {
  const statement =
    job.every_ms === null
      ? sql`delete from jobs where id = ${job.id} and fence = ${job.fence}`
      : sql`update jobs set run_at = ${nextRun}, attempts = 0, claimed_by = null,
              last_error = null
            where id = ${job.id} and fence = ${job.fence}`
  if ((await countAffected(ctx.db, statement)) !== 1) throw new LeaseLost(job)
}

/** Returns a job to the queue: immediately when its worker stops, later when it failed. */
export async function release(db: Db, job: Job, delay: number, error?: string): Promise<void> {
  await sql`update jobs set run_at = now() + ${delay} * interval '1 millisecond', claimed_by = null,
      last_error = coalesce(${error ?? null}, last_error), attempts = attempts - ${error ? 0 : 1}
    where id = ${job.id} and fence = ${job.fence} and claimed_by is not null`.execute(db)
}

/** Marks a job as dead, unless another worker has taken it over; it is kept for inspection. */
export async function bury(db: Db, job: Job, error: string): Promise<boolean> {
  const statement = sql`update jobs set dead_at = now(), claimed_by = null, last_error = ${error}, unique_key = null
    where id = ${job.id} and fence = ${job.fence}`
  return (await countAffected(db, statement)) === 1
}

export interface QueueDepth {
  type: string
  waiting: number
  dead: number
  oldest_due_seconds: number
}

/** With the events that wait for dispatch, as a type of their own. A retry moves their `run_at`, so their age is counted. */
export const measure = (db: Db): Promise<QueueDepth[]> =>
  allRows(
    db,
    sql`select type, count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead,
        greatest(0, extract(epoch from now() - min(run_at) filter (where dead_at is null)))::float8 as oldest_due_seconds
      from jobs group by type
      union all
      select 'events', count(*), 0, coalesce(greatest(0, extract(epoch from now() - min(occurred_at))), 0)::float8
      from outbox`,
  )
