import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { driveOutbound, deliveryBodyIn } from '../../../../test/outbound.ts'
import { startReceiver, type ReceivedRequest } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '3600,3600,3600,3600' })
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  receiver.received.length = 0
  receiver.answer = {}
})

const events = ['incident.created', 'incident.updated']

/** An incident that was created and then updated this often; each update has its own category. */
async function changed(times: number): Promise<string> {
  const { id } = await incidents.create({ category: '0' })
  for (let i = 1; i <= times; i++) await incidents.change(id, { category: String(i) })
  return id
}
const about = (id: string) =>
  receiver.received.filter(
    (request) => deliveryBodyIn(request).data.id === id && request.headers['x-service-attempt'] === '1',
  )
const stepsOf = (id: string) => about(id).map((request) => Number(deliveryBodyIn(request).data.category))
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, i) => i)

/** Requests that are released one by one. */
function hold(isHeld: (request: ReceivedRequest) => boolean) {
  const held: (() => void)[] = []
  receiver.answer = (request) =>
    isHeld(request) ? new Promise((resolve) => held.push(() => resolve({}))) : {}
  return held
}

test('the events of a record arrive in order, although the receiver is slow at times', async () => {
  await outbound.create({ events })
  let seed = 1
  receiver.answer = () => ({ delay_ms: (seed = (seed * 48_271) % 2_147_483_647) % 25 })
  const ids = await Promise.all(Array.from({ length: 6 }, () => changed(15)))
  await outbound.settled()
  for (const id of ids) expect(stepsOf(id)).toEqual(upTo(15))
})

test('the next event waits for the response to the one before; other records do not', async () => {
  await outbound.create({ events })
  const first = await incidents.create()
  const held = hold((request) => deliveryBodyIn(request).data.id === first.id)
  await incidents.change(first.id, { category: '1' })
  await incidents.change(first.id, { category: '2' })
  const others = await Promise.all(Array.from({ length: 10 }, () => changed(3)))
  await eventually(() => others.every((id) => stepsOf(id).length === 4))
  expect(about(first.id).length).toBeLessThanOrEqual(2)
  // The first one may have been sent before the hold: from there on it is one at a time.
  for (let answered = about(first.id).length - held.length; answered < 3; answered++) {
    await eventually(() => about(first.id).length === answered + 1)
    expect(held).toHaveLength(1)
    held.pop()!()
  }
  await outbound.settled()
  expect(about(first.id).map((request) => deliveryBodyIn(request).data.category)).toEqual([null, '1', '2'])
})

test('a slow webhook does not delay another one about the same record', async () => {
  await outbound.create({ events, url: `${receiver.url}/slow` })
  await outbound.create({ events, url: `${receiver.url}/quick` })
  const held = hold(({ path }) => path === '/hook/slow')
  const id = await changed(5)
  const quick = () => about(id).filter(({ path }) => path === '/hook/quick')
  await eventually(() => quick().length === 6 && held.length > 0)
  expect(quick().map((request) => deliveryBodyIn(request).data.category)).toEqual(upTo(5).map(String))
  expect(about(id).filter(({ path }) => path === '/hook/slow')).toHaveLength(1)
  receiver.answer = {}
  held.pop()!()
  await outbound.settled()
  const slow = about(id).filter(({ path }) => path === '/hook/slow')
  expect(slow.map((request) => deliveryBodyIn(request).data.category)).toEqual(upTo(5).map(String))
})

test('a failed delivery is retried later, and the next ones continue meanwhile', async () => {
  const { id: webhook_id } = await outbound.create({ events })
  receiver.answer = (request) => ({
    status: deliveryBodyIn(request).event === 'incident.created' ? 500 : 200,
  })
  const id = await changed(4)
  await eventually(() => about(id).length === 5)
  expect(stepsOf(id)).toEqual(upTo(4))
  const reached = await outbound.reached(webhook_id, 5, 'retrying', 'delivered')
  // Events dispatched together have the same time, so the list has no order between them.
  const retrying = reached.filter(({ status }) => status === 'retrying').map(({ event }) => event)
  expect(retrying).toEqual(['incident.created'])
  receiver.answer = {}
  await outbound.makeDue(webhook_id)
  await outbound.reached(webhook_id, 5, 'delivered')
  expect(deliveryBodyIn(receiver.received.at(-1)!).event).toBe('incident.created')
})

test('first attempts for two events of one record never overlap', async () => {
  await outbound.create({ events })
  const underWay = new Map<unknown, number>()
  let most = 0
  receiver.answer = async (request) => {
    const { id } = deliveryBodyIn(request).data
    const now = (underWay.get(id) ?? 0) + 1
    most = Math.max(most, now)
    underWay.set(id, now)
    await new Promise((resolve) => setTimeout(resolve, 5)) // long enough for a wrongly parallel delivery to arrive
    underWay.set(id, underWay.get(id)! - 1)
    return {}
  }
  const ids = await Promise.all(Array.from({ length: 4 }, () => changed(20)))
  await outbound.settled()
  expect(most).toBe(1)
  for (const id of ids) expect(stepsOf(id)).toEqual(upTo(20))
})

test('more events of one record than one batch keep their order too', async () => {
  const { id: webhook_id } = await outbound.create({ events })
  await app.query(`create function hold() returns trigger language plpgsql as
      $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger hold before insert on delivery_queue for each row execute function hold()`)
  const id = await changed(210)
  await eventually(async () => (await outbound.deliveries(webhook_id)).total === 211)
  await app.query(`drop function hold() cascade; update delivery_queue set run_at = now()`)
  await outbound.settled()
  expect(stepsOf(id)).toEqual(upTo(210))
  expect((await outbound.deliveries(webhook_id, { status: 'delivered' })).total).toBe(211)
})
