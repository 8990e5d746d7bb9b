import type { RawBuilder } from 'kysely'
import { transact, type Ctx, type Tx } from '../db/ctx.ts'
import { isUnavailable } from '../db/errors.ts'
import { hour, second } from '../kernel/durations.ts'
import { retryOnOutage, type QueueLoop } from './background-loop.ts'
import { ServiceStopping, startLeaseLoop } from './lease-loop.ts'
import { startRepeating } from './repeating.ts'
import {
  bury,
  claim,
  ensureRecurring,
  finish,
  heartbeat,
  rescheduleRecurring,
  LeaseLost,
  isDue,
  release,
  type Job,
} from './queue.ts'

export interface RunningJob extends Job {
  /** Aborted when the lease is lost, or when the worker stops and the job was not done in time. */
  signal: AbortSignal
  /** Whether a job in steps should end after the current one: its runner stops, or its lease is lost. */
  isEnding: () => boolean
}

interface JobType {
  type: string
  /** Maximum number of jobs of this type per node at a time. */
  concurrency: number
  /** Milliseconds between runs; makes the job recurring. */
  every?: number
  /** For recurring jobs that mostly have nothing to do: a run is skipped unless this holds. */
  hasWork?: () => RawBuilder<boolean>
  /** In the transaction that gives the job up for good: ends what others would wait for. */
  giveUp?: (ctx: Ctx<Tx>, job: Job) => Promise<void>
}

/** `inTransaction`: the job is one transaction. `run`: it waits for other systems, and calls `finish` itself. */
export type JobHandler = JobType &
  (
    | { inTransaction: (ctx: Ctx<Tx>, job: RunningJob) => Promise<void> }
    | { run: (ctx: Ctx, job: RunningJob) => Promise<void> }
  )

const maxAttempts = 20

/** Doubles up to an hour, so that a bug is retried without a flood. */
export const backoff = (attempts: number) => Math.min(second * 2 ** (attempts - 1), hour)

export async function startJobRunner(
  makeCtx: () => Ctx,
  node: string,
  handlers: JobHandler[],
): Promise<QueueLoop> {
  const byType = new Map(handlers.map((handler) => [handler.type, handler]))
  const recurring = handlers.flatMap(({ type, every }) => (every ? [{ type, every }] : []))
  const recurringTypes = recurring.map(({ type }) => type)
  if (recurring.length > 0) await ensureRecurring(makeCtx().db, recurring)
  const rescheduling = startRepeating(makeCtx, {
    interval: 10 * second,
    work: ({ db }) => rescheduleRecurring(db, recurringTypes),
    failure: { message: 'the times of recurring jobs could not be checked' },
  })

  const freeSlots = (held: Iterable<Job>) => {
    const free = new Map(handlers.map((handler) => [handler.type, handler.concurrency]))
    for (const job of held) free.set(job.type, free.get(job.type)! - 1)
    return new Map([...free].filter(([, slots]) => slots > 0))
  }

  const conditionsOf = (free: Map<string, number>) =>
    new Map(
      handlers.flatMap(({ type, hasWork }) =>
        hasWork && free.has(type) ? [[type, hasWork()] as const] : [],
      ),
    )

  const loop = startLeaseLoop<Job>(makeCtx, {
    queue: 'jobs',
    due: isDue([...byType.keys()]),
    claim: async (held) => {
      const free = freeSlots(held)
      return free.size > 0 ? claim(makeCtx().db, node, free, conditionsOf(free)) : []
    },
    work: (job, signal, isStopping) => {
      const isEnding = () => isStopping() || signal.aborted
      return work(makeCtx(), byType.get(job.type)!, { ...job, signal, isEnding })
    },
    heartbeat: (held) => heartbeat(makeCtx().db, held),
    release: (job) => release(makeCtx().db, job, 0),
  })
  const stop = async (timeout: number) =>
    void (await Promise.all([rescheduling.stop(timeout), loop.stop(timeout)]))
  return { ...loop, stop }
}

async function work(ctx: Ctx, handler: JobHandler, job: RunningJob): Promise<void> {
  try {
    if ('inTransaction' in handler)
      await transact(ctx, async (ctx) => {
        await finish(ctx, job)
        await handler.inTransaction(ctx, job)
      })
    else await handler.run(ctx, job)
  } catch (error) {
    await retryOnOutage(ctx, () => fail(ctx, handler, job, error))
  }
}

async function fail(ctx: Ctx, handler: JobHandler, job: RunningJob, error: unknown): Promise<void> {
  if (job.signal.reason instanceof ServiceStopping) {
    ctx.log.info({ job: job.id, type: job.type }, 'a job was not done before the stop, and begins again')
    return
  }
  if (error instanceof LeaseLost || job.signal.aborted) {
    ctx.log.warn({ job: job.id, type: job.type }, 'a job was lost to another worker')
    return
  }
  if (isUnavailable(error)) return release(ctx.db, job, second)
  const message = error instanceof Error ? error.message : String(error)
  ctx.log.error({ err: error, job: job.id, type: job.type, attempts: job.attempts }, 'a job failed')
  if (job.every_ms !== null || job.attempts < maxAttempts)
    return release(ctx.db, job, backoff(job.attempts), message)
  await transact(ctx, async (ctx) => {
    if (await bury(ctx.db, job, message)) await handler.giveUp?.(ctx, job)
  })
}
