import { setTimeout as sleep } from 'node:timers/promises'
import { transact, type Ctx, type Tx } from '../db/ctx.ts'
import { isUnavailable } from '../db/errors.ts'
import { hour, second } from '../kernel/durations.ts'
import { makeAlarm } from './alarm.ts'
import { bury, claim, ensureRecurring, finish, heartbeat, LeaseLost, release, type Job } from './queue.ts'

export interface RunningJob extends Job {
  /** Aborted when the lease is lost or the worker stops. */
  signal: AbortSignal
}

interface Kind {
  type: string
  /** How many of this type one node works on at a time. */
  concurrency: number
  /** Milliseconds between runs; makes the job recurring. */
  every?: number
}

/** `inside`: the whole work is one transaction. `outside`: it waits on the world, and calls `finish` itself. */
export type JobHandler = Kind &
  (
    | { inside: (ctx: Ctx<Tx>, job: RunningJob) => Promise<void> }
    | { outside: (ctx: Ctx, job: RunningJob) => Promise<void> }
  )

export interface Worker {
  wake: () => void
  stop: (patience: number) => Promise<void>
}

const pollInterval = second / 4
const heartbeatInterval = 5 * second
const maxAttempts = 20

/** Seconds double up to an hour: a bug of ours is retried, but not in a storm. */
const backoff = (attempts: number) => Math.min(second * 2 ** (attempts - 1), hour)

export async function startWorker(makeCtx: () => Ctx, node: string, handlers: JobHandler[]): Promise<Worker> {
  const byType = new Map(handlers.map((handler) => [handler.type, handler]))
  const running = new Map<Job, { done: Promise<void>; abort: AbortController }>()
  let stopped = false
  const alarm = makeAlarm()

  for (const { type, every } of handlers) if (every) await ensureRecurring(makeCtx().db, type, every)

  const freeSlots = () => {
    const free = new Map(handlers.map((handler) => [handler.type, handler.concurrency]))
    for (const job of running.keys()) free.set(job.type, free.get(job.type)! - 1)
    return new Map([...free].filter(([, slots]) => slots > 0))
  }

  const start = (job: Job) => {
    const abort = new AbortController()
    const done = work(makeCtx(), byType.get(job.type)!, { ...job, signal: abort.signal }).finally(() => {
      running.delete(job)
      alarm.ring() // a slot is free
    })
    running.set(job, { done, abort })
  }

  const claimLoop = async () => {
    while (!stopped) {
      alarm.reset()
      const free = freeSlots()
      const claimed = free.size > 0 ? await survive(makeCtx(), () => claim(makeCtx().db, node, free)) : []
      for (const job of claimed ?? []) start(job)
      if (claimed?.length) continue
      await alarm.wait(pollInterval)
    }
  }

  const heartbeatLoop = async () => {
    while (!stopped) {
      await sleep(heartbeatInterval, undefined, { ref: false })
      const jobs = [...running.keys()]
      const lost = jobs.length > 0 ? await survive(makeCtx(), () => heartbeat(makeCtx().db, jobs)) : undefined
      for (const job of jobs) if (lost?.has(job.id)) running.get(job)?.abort.abort(new LeaseLost(job))
    }
  }

  const claiming = claimLoop()
  void heartbeatLoop()
  return {
    wake: alarm.ring,
    stop: async (patience) => {
      stopped = true
      alarm.ring()
      await claiming
      const drained = Promise.all([...running.values()].map(({ done }) => done))
      await Promise.race([drained, sleep(patience, undefined, { ref: false })])
      for (const { abort } of running.values()) abort.abort(new Error('The service is stopping'))
      const ctx = makeCtx()
      await Promise.all([...running.keys()].map((job) => survive(ctx, () => release(ctx.db, job, 0))))
    },
  }
}

/** While the database is away the worker waits; anything else is logged and tried again. */
async function survive<T>(ctx: Ctx, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error)) ctx.log.debug({ err: error }, 'the database is away, the worker waits')
    else ctx.log.error({ err: error }, 'the worker could not reach its queue')
    await sleep(second / 2)
    return undefined
  }
}

async function work(ctx: Ctx, handler: JobHandler, job: RunningJob): Promise<void> {
  try {
    if ('inside' in handler)
      await transact(ctx, async (ctx) => {
        await finish(ctx, job)
        await handler.inside(ctx, job)
      })
    else await handler.outside(ctx, job)
  } catch (error) {
    await survive(ctx, () => fail(ctx, job, error))
  }
}

async function fail(ctx: Ctx, job: RunningJob, error: unknown): Promise<void> {
  if (error instanceof LeaseLost || job.signal.aborted) {
    ctx.log.warn({ job: job.id, type: job.type }, 'a job was given up to another worker')
    return
  }
  if (isUnavailable(error)) return release(ctx.db, job, second)
  const message = error instanceof Error ? error.message : String(error)
  ctx.log.error({ err: error, job: job.id, type: job.type, attempts: job.attempts }, 'a job failed')
  if (job.every_ms === null && job.attempts >= maxAttempts) await bury(ctx.db, job, message)
  else await release(ctx.db, job, backoff(job.attempts), message)
}
