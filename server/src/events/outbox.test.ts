import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { closeQueues, dispatchOn, openQueue, rows } from '../../test/queue.ts'
import { transact, type Ctx } from '../db/ctx.ts'
import { startDispatcher, type Subscriber } from './dispatch.ts'
import { record, type Entry } from './journal.ts'
import type { Event } from '../kernel/event.ts'

let ctx: Ctx
beforeEach(async () => {
  ctx = await openQueue()
})
afterEach(closeQueues)

const entry: Entry = {
  subject_type: 'incident',
  action: 'created',
  changes: [{ field: 'state', from: null, to: 'new' }],
  events: [{ type: 'incident.created', data: { priority: 'P1' } }],
}
const publish = (subject = 'INC0000001') => transact(ctx, (ctx) => record(ctx, subject, entry))

/** Writes each event it receives, in the given transaction. */
const listener = (node: string, meet: (event: Event) => void = () => {}): Subscriber => ({
  events: ['incident.created'],
  handle: async (ctx, events) => {
    for (const event of events) {
      await sql`insert into effects (job, node) values (${event.seq}, ${node})`.execute(ctx.db)
      meet(event)
    }
  },
})

const received = () =>
  rows<{ job: number; node: string }>(ctx, 'select job, node from effects order by job, node')
const isIdle = async () => (await rows(ctx, 'select from outbox')).length === 0

test('an event of a rolled back transaction is not delivered', async () => {
  const work = transact(ctx, async (ctx) => {
    await record(ctx, 'INC0000001', entry)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await rows(ctx, 'select * from events')).toEqual([])
  expect(await rows(ctx, 'select * from outbox')).toEqual([])
})

test('an event reaches each subscriber once, with type, subject, time and actor', async () => {
  const seen: Event[] = []
  dispatchOn(ctx, [listener('one', (event) => seen.push(event)), listener('two')])
  await publish('INC0000007')
  await eventually(isIdle)
  expect((await received()).map(({ node }) => node)).toEqual(['one', 'two'])
  expect(seen).toMatchObject([
    { type: 'incident.created', subject_id: 'INC0000007', actor_id: 'system', data: { priority: 'P1' } },
  ])
  expect(seen[0]!.id).toMatch(/^evt_/)
  expect(seen[0]!.occurred_at.getTime()).toBe(ctx.now.getTime())
})

test('a subscriber receives only the event types it subscribed to', async () => {
  dispatchOn(ctx, [{ ...listener('deaf'), events: ['change.approved'] }, listener('one')])
  await publish()
  await eventually(isIdle)
  expect((await received()).map(({ node }) => node)).toEqual(['one'])
})

test('if one subscriber fails, the effects of all are rolled back; the event is retried and reaches each once', async () => {
  let isBroken = true
  const failing = listener('two', () => {
    if (isBroken) throw new Error('not yet')
  })
  dispatchOn(ctx, [listener('one'), failing])
  await publish()
  await eventually(
    async () => (await rows(ctx, `select from outbox where last_error = 'not yet'`)).length === 1,
  )
  expect(await received()).toEqual([])
  isBroken = false
  await eventually(isIdle)
  expect((await received()).map(({ node }) => node)).toEqual(['one', 'two'])
})

test('one event that always fails does not block the others', async () => {
  const picky = listener('one', (event) => {
    if (event.subject_id === 'poison') throw new Error('bad')
  })
  dispatchOn(ctx, [picky])
  await publish('poison')
  for (let i = 0; i < 20; i++) await publish(`INC${i}`)
  await eventually(async () => (await received()).length === 20)
  expect(await rows(ctx, 'select last_error from outbox')).toEqual([{ last_error: 'bad' }])
})

test('events that meet a lock arrive in order once it is released', async () => {
  let timeouts = 3
  const seen: string[] = []
  const locked = listener('one', (event) => {
    if (event.subject_id === 'locked' && timeouts-- > 0)
      throw Object.assign(new Error('lock timeout'), { code: '55P03' })
    seen.push(event.subject_id)
  })
  dispatchOn(ctx, [locked])
  await transact(ctx, async (ctx) => {
    await record(ctx, 'locked', entry)
    await record(ctx, 'later', entry)
  })
  await eventually(isIdle)
  expect(seen).toEqual(['locked', 'later'])
})

test('events arrive in the order of their commits, whenever their transactions and that of the dispatcher began', async () => {
  const seen: string[] = []
  const handle: Subscriber['handle'] = async (_, events) => {
    seen.push(...events.map((event) => event.subject_id))
  }
  await transact(ctx, async (dispatching) => {
    const [start] = await rows<{ began: string }>(dispatching, 'select now()::text as began')
    const { began } = start!
    const isLater = `select where clock_timestamp()::timestamptz(3) > '${began}'`
    await eventually(async () => (await rows(ctx, isLater)).length > 0)
    await publish('first')
    await publish('second')
    // It began before, and waited for the lock of the first.
    await rows(ctx, `update outbox set run_at = '${began}' where subject_id = 'second'`)
    const dispatcher = startDispatcher(() => dispatching, [{ events: ['incident.created'], handle }])
    await eventually(async () => seen.length > 0)
    await dispatcher.stop(0)
  })
  expect(seen).toEqual(['first', 'second'])
})

test('many events dispatched by several workers arrive once each', async () => {
  for (const node of ['a', 'b', 'c']) dispatchOn(ctx, [listener(node)])
  await Promise.all(Array.from({ length: 200 }, (_, i) => publish(`INC${i}`)))
  await eventually(isIdle)
  const seqs = (await received()).map(({ job }) => job)
  expect(seqs).toHaveLength(200)
  expect(new Set(seqs).size).toBe(200)
})
