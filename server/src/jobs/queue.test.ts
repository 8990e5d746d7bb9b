import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeQueues, openQueue, rows } from '../../test/queue.ts'
import { transact, type Ctx } from '../db/ctx.ts'
import { hour, second } from '../kernel/durations.ts'
import {
  claim,
  enqueue,
  ensureRecurring,
  finish,
  heartbeat,
  LeaseLost,
  measure,
  release,
  rescheduleRecurring,
} from './queue.ts'

let ctx: Ctx
beforeEach(async () => {
  ctx = await openQueue()
})
afterEach(closeQueues)

const take = (node = 'a', slots = 10) => claim(ctx.db, node, new Map([['greet', slots]]))

/** Numbers of the jobs, sorted, because a batch has no order. */
const numbersOf = (taken: { payload: unknown }[]) =>
  taken.map(({ payload }) => (payload as { n: number }).n).toSorted()

const add = (options?: Parameters<typeof enqueue>[2]) =>
  transact(ctx, (ctx) => enqueue(ctx, 'greet', options))

const jobs = () =>
  rows<{ run_at: Date; attempts: number; claimed_by: string | null }>(ctx, 'select * from jobs')

test('a job is visible to workers only after its transaction commits', async () => {
  await transact(ctx, async (inner) => {
    await enqueue(inner, 'greet')
    expect(await take()).toEqual([])
  })
  expect(await take()).toHaveLength(1)
})

test('a job is due immediately, although its time may be rounded up to the next millisecond', async () => {
  for (let n = 0; n < 30; n++)
    await transact(ctx, async (inner) => {
      await enqueue(inner, 'greet')
      expect(await claim(inner.db, 'a', new Map([['greet', 1]]))).toHaveLength(1) // with the same now()
    })
})

test('a rolled back transaction leaves no job', async () => {
  const work = transact(ctx, async (ctx) => {
    await enqueue(ctx, 'greet')
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await jobs()).toEqual([])
})

test('while a job with a key is queued, another with the same key is not added', async () => {
  await add({ unique_key: 'k', payload: { n: 1 } })
  await add({ unique_key: 'k', payload: { n: 2 } })
  await add({ unique_key: 'other', payload: { n: 3 } })
  expect(numbersOf(await take())).toEqual([1, 3])
})

test('once a job with a key has started, another one is added, because the first may have read too early', async () => {
  await add({ unique_key: 'k' })
  const [first] = await take()
  await add({ unique_key: 'k' })
  const [second] = await take()
  expect(second!.id).not.toBe(first!.id)
})

test('delays follow the clock of the database, not of the node', async () => {
  await add({ delay: hour })
  const [{ seconds }] = (await rows<{ seconds: number }>(
    ctx,
    'select extract(epoch from run_at - created_at)::float8 as seconds from jobs',
  )) as [{ seconds: number }]
  expect(seconds).toBeCloseTo(3600, 1)
  expect(await take()).toEqual([])
  await sql`update jobs set run_at = now()`.execute(ctx.db)
  expect(await take()).toHaveLength(1)
})

test('claims no more of a type than there are free slots, the longest due first', async () => {
  for (const n of [1, 2, 3]) await add({ payload: { n }, delay: (n - 4) * second })
  expect(numbersOf(await take('a', 2))).toEqual([1, 2])
  expect(numbersOf(await take('a', 2))).toEqual([3])
})

test('when many workers claim at once, each job goes to one', async () => {
  await sql`insert into jobs (type) select 'greet' from generate_series(1, 500)`.execute(ctx.db)
  const drain = async (node: string) => {
    const ids: number[] = []
    for (let taken; (taken = await take(node, 7)).length > 0;) ids.push(...taken.map((job) => job.id))
    return ids
  }
  const all = (await Promise.all('abcdefgh'.split('').map(drain))).flat()
  expect(all).toHaveLength(500)
  expect(new Set(all).size).toBe(500)
})

test('a finished job is removed; finishing it twice is refused', async () => {
  await add()
  const [job] = await take()
  await transact(ctx, (ctx) => finish(ctx, job!))
  expect(await jobs()).toEqual([])
  await expect(transact(ctx, (ctx) => finish(ctx, job!))).rejects.toThrow(LeaseLost)
})

test('a worker whose lease expired cannot finish, renew or release a job that another has taken over', async () => {
  await add()
  const [late] = await take('late')
  await sql`update jobs set run_at = now()`.execute(ctx.db)
  const [mine] = await take('prompt')
  const before = await jobs()

  const work = transact(ctx, async (ctx) => {
    await sql`insert into effects (node) values ('late')`.execute(ctx.db)
    await finish(ctx, late!)
  })
  await expect(work).rejects.toThrow(LeaseLost)
  expect(await heartbeat(ctx.db, [late!, mine!])).toEqual([late])
  await release(ctx.db, late!, 0, 'too late')
  expect(await rows(ctx, 'select * from effects')).toEqual([])
  const [after] = await jobs()
  expect(after).toMatchObject({ attempts: 2, claimed_by: 'prompt', last_error: null })
  expect(after!.run_at.getTime()).toBeGreaterThanOrEqual(before[0]!.run_at.getTime())
})

test('a heartbeat renews leases without waiting for a job that is being finished', async () => {
  await add()
  await add()
  const [finishing, running] = await take()
  await sql`update jobs set run_at = now() + interval '1 second'`.execute(ctx.db)
  await transact(ctx, async (inner) => {
    await finish(inner, finishing!)
    expect(await heartbeat(ctx.db, [finishing!, running!])).toEqual([])
  })
  const [{ seconds }] = (await rows<{ seconds: number }>(
    ctx,
    'select extract(epoch from run_at - created_at)::float8 as seconds from jobs',
  )) as [{ seconds: number }]
  expect(seconds).toBeGreaterThan(10)
  expect(await heartbeat(ctx.db, [finishing!, running!])).toEqual([finishing])
})

test('a heartbeat that comes late leaves the next run of a recurring job alone', async () => {
  await ensureRecurring(ctx.db, [{ type: 'greet', every: 1000 }])
  const [job] = await take()
  await transact(ctx, (ctx) => finish(ctx, job!))
  const finished = await jobs()
  expect(await heartbeat(ctx.db, [job!])).toEqual([])
  expect(await jobs()).toEqual(finished)
})

test('releasing a job does not count as an attempt', async () => {
  await add()
  const [job] = await take()
  await release(ctx.db, job!, 0)
  await release(ctx.db, job!, 0) // by its runner, which stops, and by itself
  expect(await jobs()).toMatchObject([{ attempts: 0, claimed_by: null }])
})

test('a recurring job exists once, and a new interval replaces the old one', async () => {
  await Promise.all([
    ensureRecurring(ctx.db, [{ type: 'greet', every: 1000 }]),
    ensureRecurring(ctx.db, [{ type: 'greet', every: 1000 }]),
  ])
  await ensureRecurring(ctx.db, [{ type: 'greet', every: 5000 }])
  expect(await jobs()).toMatchObject([{ every_ms: 5000 }])
})

test('a node that starts does not wait for a recurring job that is being finished', async () => {
  const recurring = [{ type: 'greet', every: 1000 }]
  await ensureRecurring(ctx.db, recurring)
  const [job] = await take()
  await transact(ctx, async (inner) => {
    await finish(inner, job!)
    await ensureRecurring(ctx.db, recurring)
  })
  expect(await jobs()).toHaveLength(1)
})

test('a recurring job without work has done its run with the claim', async () => {
  await ensureRecurring(ctx.db, [{ type: 'greet', every: hour }])
  await sql`update jobs set run_at = now(), attempts = 3, last_error = 'broken'`.execute(ctx.db)
  const takeIf = (hasWork: boolean) =>
    claim(ctx.db, 'a', new Map([['greet', 1]]), new Map([['greet', sql<boolean>`${sql.lit(hasWork)}`]]))
  expect(await takeIf(false)).toEqual([])
  const [idle] = await jobs()
  expect(idle).toMatchObject({ attempts: 0, claimed_by: null, last_error: null, fence: 1 })
  expect(await rows(ctx, `select from jobs where run_at > now() + interval '59 minutes'`)).toHaveLength(1)
  await sql`update jobs set run_at = now()`.execute(ctx.db)
  expect(await takeIf(true)).toMatchObject([{ type: 'greet', attempts: 1, fence: 2 }])
  expect(await jobs()).toMatchObject([{ claimed_by: 'a' }])
})

test('recurring jobs are next due at whole seconds, so that one claim takes those of a second', async () => {
  await ensureRecurring(ctx.db, [{ type: 'greet', every: hour }])
  await sql`update jobs set run_at = now()`.execute(ctx.db)
  const [job] = await take()
  await transact(ctx, (ctx) => finish(ctx, job!))
  const [finished] = await jobs()
  expect(finished!.run_at.getTime() % 1000).toBe(0)
  expect(await take()).toEqual([])
})

test('recurring jobs that were scheduled before the clock was set back are due now', async () => {
  const types = ['in time', 'ahead', 'failed', 'failed and ahead', 'on hold']
  await ensureRecurring(
    ctx.db,
    types.map((type) => ({ type, every: hour })),
  )
  await sql`update jobs set run_at = run_at + interval '2 minutes' where type = 'ahead'`.execute(ctx.db)
  await sql`update jobs set run_at = run_at + interval '1 hour', attempts = 9 where type = 'failed'`.execute(
    ctx.db,
  )
  await sql`update jobs set run_at = run_at + interval '2 hours', attempts = 9
    where type = 'failed and ahead'`.execute(ctx.db)
  await sql`update jobs set run_at = 'infinity' where type = 'on hold'`.execute(ctx.db)
  await rescheduleRecurring(ctx.db, types)
  const due = await claim(ctx.db, 'a', new Map(types.map((type) => [type, 1])))
  expect(due.map(({ type }) => type).toSorted()).toEqual(['ahead', 'failed and ahead'])
})

test('reports the number of queued and dead jobs, and the age of the oldest due one', async () => {
  await add()
  await add()
  await add({ delay: hour })
  await sql`update jobs set dead_at = now() where id = 1`.execute(ctx.db)
  // Times are stored in milliseconds, rounded: this one must not become shorter.
  await sql`update jobs set run_at = date_trunc('milliseconds', now()) - interval '90 seconds' where id = 2`.execute(
    ctx.db,
  )
  const [depth] = await measure(ctx.db)
  expect(depth).toMatchObject({ type: 'greet', waiting: 2, dead: 1 })
  expect(depth!.oldest_due_seconds).toBeGreaterThanOrEqual(90)
  expect(depth!.oldest_due_seconds).toBeLessThan(hour / second)
})

test('reports an event that cannot be dispatched by its age, also while its retry is not due', async () => {
  // In one transaction, whose time stands still.
  await transact(ctx, async ({ db }) => {
    const events = async () => (await measure(db)).find(({ type }) => type === 'events')
    expect(await events()).toEqual({ type: 'events', waiting: 0, dead: 0, oldest_due_seconds: 0 })
    await sql`insert into outbox (id, type, subject_id, actor_id, occurred_at, data, run_at)
      values ('e', 'incident.updated', 'i', 'a', now() - interval '10 minutes', '{}', now() + interval '1 hour')`.execute(
      db,
    )
    expect(await events()).toMatchObject({ waiting: 1, oldest_due_seconds: expect.closeTo(600, 2) as number })
  })
})
