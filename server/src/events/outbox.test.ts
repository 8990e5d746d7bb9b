import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { openQueue, rows, workOn } from '../../test/queue.ts'
import { transact, type Ctx } from '../db/ctx.ts'
import { dispatchEvents, type Subscriber } from './dispatch.ts'
import { emit, type Event } from './outbox.ts'

let ctx: Ctx
beforeEach(async () => {
  ctx = await openQueue()
})

const tell = (subject = 'INC0000001', data = {}) =>
  transact(ctx, (ctx) => emit(ctx, 'incident.created', subject, data))

/** Writes each event that reaches it, in the transaction it is given. */
const listener = (node: string, meet: (event: Event) => void = () => {}): Subscriber => ({
  events: ['incident.created'],
  handle: async (ctx, event) => {
    await sql`insert into effects (job, node) values (${event.seq}, ${node})`.execute(ctx.db)
    meet(event)
  },
})

const heard = () =>
  rows<{ job: number; node: string }>(ctx, 'select job, node from effects order by job, node')
const isIdle = async () => (await rows(ctx, 'select from jobs where dead_at is null')).length === 0

test('an event of a rolled back transaction never happened', async () => {
  const work = transact(ctx, async (ctx) => {
    await emit(ctx, 'incident.created', 'INC0000001', {})
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await rows(ctx, 'select * from events')).toEqual([])
  expect(await rows(ctx, 'select * from jobs')).toEqual([])
})

test('an event reaches each subscriber once, with what happened, to what, when and by whom', async () => {
  const seen: Event[] = []
  await workOn(ctx, 'a', dispatchEvents([listener('one', (event) => seen.push(event)), listener('two')]))
  await tell('INC0000007', { priority: 'P1' })
  await eventually(isIdle)
  expect((await heard()).map(({ node }) => node)).toEqual(['one', 'two'])
  expect(seen).toMatchObject([
    { type: 'incident.created', subject_id: 'INC0000007', actor_id: 'system', data: { priority: 'P1' } },
  ])
  expect(seen[0]!.id).toMatch(/^evt_/)
  expect(seen[0]!.occurred_at.getTime()).toBe(ctx.now.getTime())
})

test('a subscriber hears only of what it asked for', async () => {
  await workOn(
    ctx,
    'a',
    dispatchEvents([{ ...listener('deaf'), events: ['change.approved'] }, listener('one')]),
  )
  await tell()
  await eventually(isIdle)
  expect((await heard()).map(({ node }) => node)).toEqual(['one'])
})

test('when one subscriber fails, none has heard; the event comes again and then reaches each once', async () => {
  let failures = 0
  const failing = listener('two', () => {
    if (failures++ < 2) throw new Error('not yet')
  })
  await workOn(ctx, 'a', dispatchEvents([listener('one'), failing]))
  await tell()
  await eventually(() => failures === 1)
  await eventually(
    async () => (await rows(ctx, `select from jobs where last_error = 'not yet'`)).length === 1,
  )
  expect(await heard()).toEqual([])
  await eventually(isIdle)
  expect((await heard()).map(({ node }) => node)).toEqual(['one', 'two'])
})

test('one poisonous event does not hold up the others', async () => {
  const picky = listener('one', (event) => {
    if (event.subject_id === 'poison') throw new Error('bad')
  })
  await workOn(ctx, 'a', dispatchEvents([picky]))
  await tell('poison')
  for (let i = 0; i < 20; i++) await tell(`INC${i}`)
  await eventually(async () => (await heard()).length === 20)
  expect(await rows(ctx, 'select last_error from jobs')).toEqual([{ last_error: 'bad' }])
})

test('many events told at once by several workers arrive once each', async () => {
  await Promise.all(['a', 'b', 'c'].map((node) => workOn(ctx, node, dispatchEvents([listener(node)]))))
  await Promise.all(Array.from({ length: 200 }, (_, i) => tell(`INC${i}`)))
  await eventually(isIdle)
  const seqs = (await heard()).map(({ job }) => job)
  expect(seqs).toHaveLength(200)
  expect(new Set(seqs).size).toBe(200)
})
