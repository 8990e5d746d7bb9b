import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { closeQueues, openQueue, rows, workOn } from '../../test/queue.ts'
import { transact, type Ctx, type Tx } from '../db/ctx.ts'
import { cleaner } from './cleaner.ts'
import { minute } from '../kernel/durations.ts'
import { enqueue, ensureRecurring, finish } from './queue.ts'
import type { JobHandler, RunningJob } from './job-runner.ts'

let ctx: Ctx
beforeEach(async () => {
  ctx = await openQueue()
})
afterEach(closeQueues)

const type = 'greet'
const add = () => transact(ctx, (ctx) => enqueue(ctx, type))
const effects = () => rows<{ job: number; node: string }>(ctx, 'select job, node from effects order by at')
const jobs = () => rows<Record<string, unknown>>(ctx, 'select * from jobs order by id')

const record = (ctx: Ctx<Tx>, job: RunningJob, node = 'a') =>
  sql`insert into effects (job, node) values (${job.id}, ${node})`.execute(ctx.db)

const recorder = (node: string, concurrency = 5): JobHandler => ({
  type,
  concurrency,
  inTransaction: async (ctx, job) => void (await record(ctx, job, node)),
})

test('runs a job soon after its commit when woken up', async () => {
  const worker = await workOn(ctx, 'a', recorder('a'))
  await add()
  worker.wake()
  await eventually(async () => (await effects()).length === 1)
  expect(await jobs()).toEqual([])
})

test('finds a job of another node by polling', async () => {
  await workOn(ctx, 'a', recorder('a'))
  await add()
  await eventually(async () => (await effects()).length === 1)
  expect(await jobs()).toEqual([])
})

test('eight workers run each of 500 jobs once', async () => {
  await sql`insert into jobs (type) select ${type} from generate_series(1, 500)`.execute(ctx.db)
  await Promise.all('abcdefgh'.split('').map((node) => workOn(ctx, node, recorder(node))))
  await eventually(async () => (await jobs()).length === 0)
  const done = await effects()
  expect(done).toHaveLength(500)
  expect(new Set(done.map(({ job }) => job)).size).toBe(500)
})

test('the effect of a transactional job and its completion commit together', async () => {
  let proceed = () => {}
  const gate = new Promise<void>((resolve) => (proceed = resolve))
  let written = false
  await workOn(ctx, 'a', {
    type,
    concurrency: 1,
    inTransaction: async (ctx, job) => {
      await record(ctx, job)
      written = true
      await gate
    },
  })
  await add()
  await eventually(() => written)
  expect([(await effects()).length, (await jobs()).length]).toEqual([0, 1])
  proceed()
  await eventually(async () => (await effects()).length === 1)
  expect(await jobs()).toEqual([])
})

test('a failed job leaves no effect, records the error, and is retried with a backoff that doubles up to an hour', async () => {
  await workOn(ctx, 'a', {
    type,
    concurrency: 1,
    inTransaction: async (ctx, job) => {
      await record(ctx, job)
      throw new Error('not yet')
    },
  })
  await add()
  for (const [attempts, pause] of [
    [9, 256],
    [10, 512],
    [11, 1024],
    [18, 3600],
  ] as const) {
    await sql`update jobs set attempts = ${attempts - 1}, run_at = now()`.execute(ctx.db)
    await eventually(async () => (await jobs())[0]!.attempts === attempts && !(await jobs())[0]!.claimed_by)
    const [{ seconds }] = (await rows(
      ctx,
      'select extract(epoch from run_at - now())::float8 as seconds from jobs',
    )) as [{ seconds: number }]
    expect(seconds).toBeLessThanOrEqual(pause)
    expect(seconds).toBeGreaterThan(pause - 60)
  }
  expect((await jobs())[0]).toMatchObject({ last_error: 'not yet', dead_at: null })
  expect(await effects()).toEqual([])
})

test('after twenty failures a job is dead: kept, and not run again', async () => {
  let runs = 0
  await add()
  const [{ id: first }] = (await jobs()) as [{ id: number }]
  await sql`update jobs set attempts = 19`.execute(ctx.db)
  const failing: JobHandler = {
    type,
    concurrency: 1,
    inTransaction: async (_ctx, job) => {
      if (job.id === first) runs++
      throw new Error('never')
    },
  }
  await workOn(ctx, 'a', failing)
  await eventually(async () => (await jobs())[0]!.dead_at)
  await add() // a later job shows that the worker continues
  await eventually(async () => (await jobs())[1]!.last_error)
  expect((await jobs())[0]).toMatchObject({ attempts: 20, last_error: 'never', claimed_by: null })
  expect(runs).toBe(1)
})

test('a recurring job runs repeatedly, exists once with two workers, and never becomes dead', async () => {
  let isBroken = false
  const recurring: JobHandler = {
    type,
    concurrency: 1,
    every: 50,
    inTransaction: async (ctx, job) => {
      await record(ctx, job)
      if (isBroken) throw new Error('broken')
    },
  }
  await workOn(ctx, 'a', recurring)
  await workOn(ctx, 'b', recurring)
  await eventually(async () => (await effects()).length >= 2)
  isBroken = true
  await eventually(async () => (await jobs())[0]!.last_error === 'broken')
  await sql`update jobs set attempts = 100, run_at = now()`.execute(ctx.db)
  await eventually(async () => {
    const [{ attempts, claimed_by }] = (await jobs()) as [{ attempts: number; claimed_by: string | null }]
    return attempts > 100 && !claimed_by
  })
  isBroken = false
  const before = (await effects()).length
  await sql`update jobs set run_at = now()`.execute(ctx.db)
  await eventually(async () => (await effects()).length >= before + 2)
  expect(await jobs()).toMatchObject([{ dead_at: null }])
})

test('a recurring job that was scheduled before the clock was set back runs soon', async () => {
  const recurring: JobHandler = { ...recorder('a'), every: minute }
  await ensureRecurring(ctx.db, [{ type, every: minute }])
  await sql`update jobs set run_at = now() + interval '2 hours'`.execute(ctx.db)
  await workOn(ctx, 'a', recurring)
  await eventually(async () => (await effects()).length === 1)
  expect(await rows(ctx, `select from jobs where run_at < now() + interval '2 minutes'`)).toHaveLength(1)
})

test('a recurring job runs when it has work, and not otherwise', async () => {
  await sql`create table letters (n integer)`.execute(ctx.db)
  await workOn(ctx, 'a', {
    type,
    concurrency: 1,
    every: 50,
    hasWork: () => sql`exists (select from letters)`,
    inTransaction: async (ctx, job) => {
      await sql`delete from letters`.execute(ctx.db)
      await record(ctx, job)
    },
  })
  await eventually(async () => Number((await jobs())[0]!.fence) >= 2)
  expect(await effects()).toEqual([])
  await sql`insert into letters values (1)`.execute(ctx.db)
  await eventually(async () => (await effects()).length === 1)
  const [{ fence }] = (await jobs()) as [{ fence: number }]
  await eventually(async () => Number((await jobs())[0]!.fence) >= fence + 2)
  expect(await effects()).toHaveLength(1)
})

test('never runs more jobs of a type at once than its concurrency', async () => {
  let now = 0
  let most = 0
  await sql`insert into jobs (type) select ${type} from generate_series(1, 30)`.execute(ctx.db)
  await workOn(ctx, 'a', {
    type,
    concurrency: 3,
    inTransaction: async (ctx) => {
      most = Math.max(most, ++now)
      await eventually(() => most >= 3) // the first three wait for each other
      await sql`select pg_sleep(0.005)`.execute(ctx.db)
      now--
    },
  })
  await eventually(async () => (await jobs()).length === 0)
  expect(most).toBe(3)
})

test('a stopping worker lets a short job finish', async () => {
  let started = false
  const worker = await workOn(ctx, 'a', {
    type,
    concurrency: 1,
    run: async (ctx, job) => {
      started = true
      await sql`select pg_sleep(0.2)`.execute(ctx.db)
      await transact(ctx, async (ctx) => {
        await record(ctx, job)
        await finish(ctx, job)
      })
    },
  })
  await add()
  await eventually(() => started)
  await worker.stop(300_000)
  expect(await effects()).toHaveLength(1)
  expect(await jobs()).toEqual([])
})

test('a job in steps ends with the step in which its worker stops', async () => {
  let steps = 0
  const worker = await workOn(ctx, 'a', {
    type,
    concurrency: 1,
    run: async (ctx, job) => {
      for (; !job.isEnding(); steps++) await sql`select pg_sleep(0.01)`.execute(ctx.db)
      await transact(ctx, async (ctx) => {
        await record(ctx, job)
        await finish(ctx, job)
      })
    },
  })
  await add()
  await eventually(() => steps > 0)
  await worker.stop(300_000)
  expect(await effects()).toHaveLength(1)
})

test('a cleaner that its runner stops is due again at once, with the rest of its rows', async () => {
  await sql`insert into idempotency_keys (actor_id, key, fingerprint, status, headers, body, rights)
    select 'usr_1', n, '', 200, '{}', '', '' from generate_series(1, 5) as n`.execute(ctx.db)
  // Each batch waits for the lock that the test holds.
  const where = sql`(select pg_advisory_xact_lock_shared(7)) is not null`
  await ctx.db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(7)`.execute(db)
    const runner = await workOn(
      ctx,
      'a',
      cleaner(type, minute, () => [{ table: 'idempotency_keys', where, batch: 4 }]),
    )
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await eventually(async () => (await rows(ctx, waiting)).length === 1)
    const stopped = runner.stop(300_000)
    await sql`select pg_advisory_unlock(7)`.execute(db)
    await stopped
  })
  expect(await rows(ctx, 'select from idempotency_keys')).toHaveLength(1)
  expect(
    await rows(
      ctx,
      'select claimed_by, attempts, last_error, run_at <= now()::timestamptz(3) as is_due from jobs',
    ),
  ).toEqual([{ claimed_by: null, attempts: 0, last_error: null, is_due: true }])
})

/** Runs until it is told to stop. */
const endless = (onStart: () => void): JobHandler => ({
  type,
  concurrency: 1,
  run: (_ctx, job) => {
    onStart()
    return new Promise((_resolve, reject) =>
      job.signal.addEventListener('abort', () => reject(job.signal.reason as Error)),
    )
  },
})

test('a stopping worker returns long jobs to the queue immediately, and another continues them', async () => {
  const warn = vi.spyOn(ctx.log, 'warn')
  onTestFinished(() => warn.mockRestore())
  let started = false
  const worker = await workOn(
    ctx,
    'a',
    endless(() => (started = true)),
  )
  await add()
  await eventually(() => started)
  await worker.stop(10)
  expect(warn).not.toHaveBeenCalled()
  expect(await jobs()).toMatchObject([{ claimed_by: null, attempts: 0, last_error: null }])
  await workOn(ctx, 'b', recorder('b'))
  await eventually(async () => (await effects()).length === 1)
})

test('a result that arrives after another worker took over is discarded with its effect', async () => {
  let proceed = () => {}
  const frozen = new Promise<void>((resolve) => (proceed = resolve))
  let outcome: unknown
  await workOn(ctx, 'frozen', {
    type,
    concurrency: 1,
    run: async (ctx, job) => {
      await frozen
      outcome = await transact(ctx, async (ctx) => {
        await record(ctx, job, 'frozen')
        await finish(ctx, job)
      }).catch((error: unknown) => error)
    },
  })
  await add()
  await eventually(async () => (await jobs())[0]!.claimed_by === 'frozen')
  await workOn(ctx, 'other', recorder('other'))
  await eventually(async () => {
    // Expires the lease, repeatedly in case the worker renews it at this moment.
    await sql`update jobs set run_at = now() where claimed_by = 'frozen'`.execute(ctx.db)
    return (await effects()).length === 1
  })
  proceed()
  await eventually(() => outcome)
  expect(String(outcome)).toMatch(/taken over by another worker/)
  expect((await effects()).map(({ node }) => node)).toEqual(['other'])
})

test('a job that lost its lease is notified', async () => {
  let reason: unknown
  await workOn(ctx, 'a', {
    type,
    concurrency: 1,
    run: (_ctx, job) =>
      new Promise((resolve) => {
        job.signal.addEventListener('abort', () => {
          reason = job.signal.reason
          resolve()
        })
      }),
  })
  await add()
  await eventually(async () => (await jobs())[0]!.claimed_by === 'a')
  await sql`update jobs set fence = fence + 1, claimed_by = 'b', run_at = now() + interval '1 hour'`.execute(
    ctx.db,
  )
  await eventually(() => reason)
  expect(String(reason)).toMatch(/taken over by another worker/)
})
