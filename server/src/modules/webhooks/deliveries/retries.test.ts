import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveIncidents, type Incidents } from '../../../../test/incidents.ts'
import { driveOutbound, type Outbound } from '../../../../test/outbound.ts'
import { startReceiver, type Receiver } from '../../../../test/receiver.ts'
import { second } from '../../../kernel/durations.ts'

let app: TestApp
let receiver: Receiver
let outbound: Outbound
let incidents: Incidents
let bystander: string
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startApp(receiver.env) // with the delays of the interface
  outbound = driveOutbound(app, receiver.url)
  incidents = driveIncidents(app)
  bystander = (await incidents.create()).id
  await outbound.settled() // its event is not for the webhooks of the tests
})
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  await app.query('delete from delivery_queue')
  receiver.received.length = 0
})

/** Records every delivery that is claimed before its time. */
const watchClaims = () =>
  app.query(`create table early (delivery_id text);
    create function note_early() returns trigger language plpgsql as
      $$ begin insert into early values (new.delivery_id); return new; end $$;
    create trigger note_early before update on delivery_queue for each row
      when (new.fence > old.fence and old.run_at > now()::timestamptz(3)) execute function note_early()`)

const delays = [30, 120, 600, 1800]

/** Everything due has been claimed by then, because a delivery of another webhook has arrived. */
async function othersComeThrough(): Promise<void> {
  const other = await outbound.create({ url: `${receiver.url}/other`, events: ['incident.updated'] })
  await incidents.note(bystander, { body: 'Still here' })
  await outbound.reached(other.id, 1, 'delivered')
  await outbound.remove(other.id)
}
const requests = () => receiver.received.filter(({ path }) => path === '/hook')

test('five attempts with the documented delays, none early, then the delivery has failed', async () => {
  await watchClaims()
  receiver.answer = ({ path }) => (path === '/hook' ? { status: 500, body: 'out of order' } : {})
  const webhook = await outbound.create()
  await incidents.create()
  for (const [i, delay] of delays.entries()) {
    const delivery = await outbound.afterAttempt(webhook.id, i + 1)
    const [db] = await app.query<{ now: Date; run_at: Date }>(
      `select clock_timestamp() as now, run_at from delivery_queue where delivery_id = '${delivery.id}'`,
    )
    expect(delivery).toMatchObject({ status: 'retrying', completed_at: null, response_status: 500 })
    const next = Date.parse(delivery.next_attempt_at!)
    expect(db!.run_at.getTime()).toBe(next)
    expect(next - delay * second).toBeGreaterThanOrEqual(requests().at(-1)!.at)
    expect(next - delay * second).toBeLessThanOrEqual(db!.now.getTime())
    await app.query(
      `update delivery_queue set run_at = now() + interval '1 hour' where webhook_id = '${webhook.id}'`,
    )
    await othersComeThrough()
    expect(requests()).toHaveLength(i + 1)
    await outbound.makeDue(webhook.id)
  }
  const ended = await outbound.afterAttempt(webhook.id, 5)
  expect(ended).toMatchObject({
    status: 'failed',
    attempt_count: 5,
    next_attempt_at: null,
    response_status: 500,
  })
  expect(Date.parse(ended.completed_at!)).toBeGreaterThanOrEqual(requests().at(-1)!.at)
  expect(
    ended.attempts.map(({ attempt, status, response_body }) => [attempt, status, response_body]),
  ).toEqual([1, 2, 3, 4, 5].map((n) => [n, 500, 'out of order']))
  await othersComeThrough()
  expect(await app.query('select * from early')).toEqual([])
  expect(await app.query(`select from delivery_queue where webhook_id = '${webhook.id}'`)).toEqual([])
  expect(requests().map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5'])
  expect(new Set(requests().map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set([ended.id]))
  expect(new Set(requests().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([ended.id]))
  expect(new Set(requests().map(({ body }) => body.toString())).size).toBe(1)
})

test('one success ends it, at any attempt', async () => {
  const webhook = await outbound.create()
  receiver.answer = (_request, count) => ({ status: count < 3 ? 503 : 204 })
  await incidents.create()
  for (const attempt of [1, 2]) {
    await outbound.afterAttempt(webhook.id, attempt)
    await outbound.makeDue(webhook.id)
  }
  const delivery = await outbound.afterAttempt(webhook.id, 3)
  expect(delivery).toMatchObject({ status: 'delivered', next_attempt_at: null, response_status: 204 })
  expect(delivery.attempts.map(({ status }) => status)).toEqual([503, 503, 204])
  await othersComeThrough()
  expect(requests()).toHaveLength(3)
})

test('no attempt is early by the clock of the receiver either', async () => {
  const quick = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '1,1,0,1' })
  const webhooks = driveOutbound(quick, receiver.url)
  receiver.answer = { status: 500 }
  const { id } = await webhooks.create()
  await driveIncidents(quick).create()
  await webhooks.reached(id, 1, 'failed')
  await quick.close()
  const at = receiver.received.map((request) => request.at)
  expect(at).toHaveLength(5)
  const gaps = at.slice(1).map((time, i) => time - at[i]!)
  for (const [i, least] of [1000, 1000, 0, 1000].entries()) expect(gaps[i]).toBeGreaterThanOrEqual(least)
})
