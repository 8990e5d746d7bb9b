import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bareCtx } from '../../test/ctx.ts'
import { openTestDb } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { transact, type Ctx, type Queue } from './ctx.ts'

let ctx: Ctx
let woken: Queue[]

beforeAll(async () => {
  const db = await openTestDb(6)
  ctx = bareCtx(db, (queue) => void woken.push(queue))
  await sql`create table tallies (id int primary key, n int not null)`.execute(db)
})
afterAll(() => ctx.db.destroy())
beforeEach(async () => {
  woken = []
  await sql`truncate tallies`.execute(ctx.db)
  await sql`insert into tallies values (1, 0), (2, 0)`.execute(ctx.db)
})

const add = (ctx: Ctx, id: number) => sql`update tallies set n = n + 1 where id = ${id}`.execute(ctx.db)

const tallies = async () =>
  (await sql<{ n: number }>`select n from tallies order by id`.execute(ctx.db)).rows.map(({ n }) => n)

test('commits the writes of the callback and returns its result', async () => {
  const result = await transact(ctx, async (ctx) => {
    await add(ctx, 1)
    return 'done'
  })
  expect(result).toBe('done')
  expect(await tallies()).toEqual([1, 0])
})

test('an error rolls everything back and reaches the caller unchanged', async () => {
  const error = new Error('changed my mind')
  const work = transact(ctx, async (ctx) => {
    await add(ctx, 1)
    ctx.wake('jobs')
    throw error
  })
  await expect(work).rejects.toBe(error)
  expect(await tallies()).toEqual([0, 0])
  expect(woken).toEqual([])
})

test('joins an open transaction, so that the outer one decides about both', async () => {
  const work = transact(ctx, async (ctx) => {
    await transact(ctx, (ctx) => add(ctx, 2))
    throw new Error('the outer work fails')
  })
  await expect(work).rejects.toThrow('the outer work fails')
  expect(await tallies()).toEqual([0, 0])
})

test('wakes each queue that was added to once, after the outermost commit', async () => {
  await transact(ctx, async (ctx) => {
    await transact(ctx, async (ctx) => ctx.wake('jobs'))
    ctx.wake('events')
    ctx.wake('jobs')
    expect(woken).toEqual([])
  })
  expect(woken).toEqual(['jobs', 'events'])
})

test('returns after what must follow the commit', async () => {
  const steps: string[] = []
  const catchUp = async (queues: ReadonlySet<Queue>) => {
    steps.push(`commit of ${(await tallies()).join()}`)
    steps.push(...queues)
  }
  await transact({ ...ctx, catchUp }, async (ctx) => {
    await add(ctx, 1)
    ctx.wake('revocations')
  })
  steps.push('return')
  expect(steps).toEqual(['commit of 1,0', 'revocations', 'return'])
})

test('committed work is not done again when what follows the commit fails', async () => {
  const catchUp = () => Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' }))
  await expect(transact({ ...ctx, catchUp }, (ctx) => add(ctx, 1))).rejects.toThrow('deadlock')
  expect(await tallies()).toEqual([1, 0])
})

test('the victim of a deadlock is retried, and both succeed', async () => {
  const locked = new Set<number>()
  let runs = 0
  const cross = (first: number, second: number) =>
    transact(ctx, async (ctx) => {
      runs++
      await add(ctx, first)
      locked.add(first)
      await eventually(() => locked.size === 2) // both hold one row before either locks the other
      await add(ctx, second)
      ctx.wake('jobs')
    })
  await Promise.all([cross(1, 2), cross(2, 1)])
  expect(await tallies()).toEqual([2, 2])
  expect(runs).toBeGreaterThan(2)
  expect(woken).toEqual(['jobs', 'jobs'])
})

test('a conflict that persists ends after five attempts with the database error', async () => {
  let runs = 0
  const work = transact(ctx, async (ctx) => {
    runs++
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(ctx.db)
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBe(5)
})

test('a failure for another reason is not retried', async () => {
  let runs = 0
  const work = transact(ctx, async (ctx) => {
    runs++
    await sql`select 1 / 0`.execute(ctx.db)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(runs).toBe(1)
})

test('a connection that breaks between two statements fails the transaction and not the process', async () => {
  const work = transact(ctx, async (inner) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inner.db)
    await add(inner, 1)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 50000)`.execute(ctx.db)
    await add(inner, 2)
  })
  await expect(work).rejects.toThrow(/[Cc]onnection/)
  expect(await tallies()).toEqual([0, 0])
})
