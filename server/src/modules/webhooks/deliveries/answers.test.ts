import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { freePort } from '../../../../test/free-port.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { driveOutbound, type DeliveryInFull } from '../../../../test/outbound.ts'
import { startReceiver, type Answer } from '../../../../test/receiver.ts'
import { second } from '../../../kernel/durations.ts'

const receiver = await startReceiver()
const app = await startApp(receiver.env) // with the delays of the interface
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  receiver.received.length = 0
})

const firstDelay = 30 * second

/** Fails once, and is retried after the first delay of the table, whatever the response. */
async function failsOnce(answer: Answer, body: object = {}): Promise<DeliveryInFull> {
  receiver.answer = answer
  const webhook = await outbound.create(body)
  await incidents.create()
  const delivery = await outbound.afterAttempt(webhook.id, 1)
  expect(delivery.status).toBe('retrying')
  const [db] = await app.query<{ now: Date }>('select clock_timestamp() as now')
  const settled = Date.parse(delivery.next_attempt_at!) - firstDelay
  expect(settled).toBeGreaterThanOrEqual(receiver.received[0]!.at)
  expect(settled).toBeLessThanOrEqual(db!.now.getTime())
  expect(receiver.received).toHaveLength(1)
  return delivery
}

test.each([300, 304, 400, 401, 404, 408, 409, 410, 418, 429, 500, 502, 503, 504, 599])(
  'a response with status %i is a failure',
  async (status) => {
    const { attempts } = await failsOnce({ status })
    expect(attempts).toMatchObject([{ status, error: null }])
  },
)

test.each([200, 201, 202, 204, 206, 299])('a response with status %i is a success', async (status) => {
  receiver.answer = { status }
  const { id } = await outbound.create()
  await incidents.create()
  const [delivery] = await outbound.reached(id, 1, 'delivered')
  expect(delivery).toMatchObject({ response_status: status, error: null, attempt_count: 1 })
})

test.each([301, 302, 303, 307, 308])('a redirect with status %i is not followed', async (status) => {
  const elsewhere = await startReceiver()
  for (const location of [elsewhere.url, `${receiver.url}/elsewhere`, 'https://127.0.0.1/', '/elsewhere']) {
    const { attempts, webhook_id } = await failsOnce({ status, headers: { location } })
    expect(attempts).toMatchObject([{ status, error: null }])
    expect(elsewhere.connections).toBe(0)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    await outbound.remove(webhook_id)
    receiver.received.length = 0
  }
})

test.each([429, 503])('Retry-After with status %i is recorded, and changes no delay', async (status) => {
  const dates = ['Fri, 31 Dec 2100 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT']
  for (const retry_after of ['1', '600', '1000000000', '-1', ...dates, 'soon; please', 'x'.repeat(300)]) {
    const { attempts, webhook_id } = await failsOnce({ status, headers: { 'retry-after': retry_after } })
    expect(attempts).toMatchObject([{ status, retry_after: retry_after.slice(0, 200) }])
    await outbound.remove(webhook_id)
    receiver.received.length = 0
  }
})

test.each([
  ['reset', 'connection_failed'],
  ['close', 'connection_failed'],
  ['garbage', 'protocol_error'],
] as const)(
  'a receiver that answers with %s has failed, and is retried with the same ID',
  async (fault, error) => {
    const before = await failsOnce({ fault })
    expect(before.attempts).toMatchObject([{ status: null, error, response_body: '' }])
    receiver.answer = {}
    await outbound.makeDue(before.webhook_id)
    const after = await outbound.afterAttempt(before.webhook_id, 2)
    expect(after).toMatchObject({ id: before.id, status: 'delivered' })
    expect(receiver.received).toHaveLength(2)
  },
)

test('an incomplete response is a failure with a known status', async () => {
  const { attempts } = await failsOnce({ fault: 'cut', status: 200 })
  expect(attempts).toMatchObject([{ status: 200, error: expect.any(String) }])
})

test('a success after the time-out is a failure, and is retried with the same ID', async () => {
  const before = await failsOnce({ delay_ms: 4500, body: 'late' }, { timeout_seconds: 3 })
  expect(before.attempts).toMatchObject([{ status: null, error: 'timeout', response_body: '' }])
  expect(before.attempts[0]!.latency_ms).toBeGreaterThan(2000)
  receiver.answer = {}
  await outbound.makeDue(before.webhook_id)
  const after = await outbound.afterAttempt(before.webhook_id, 2)
  expect(after.status).toBe('delivered')
  const [first, again] = receiver.received
  expect(again!.headers).toMatchObject({
    'x-service-delivery': first!.headers['x-service-delivery'],
    'x-service-event-id': first!.headers['x-service-event-id'],
    'x-service-attempt': '2',
  })
  expect(again!.body).toEqual(first!.body)
})

test('a refused connection is a failure like any other', async () => {
  const { id } = await outbound.create({ url: `https://127.0.0.1:${await freePort()}/hook` })
  await incidents.create()
  const { attempts, status } = await outbound.afterAttempt(id, 1)
  expect(status).toBe('retrying')
  expect(attempts).toMatchObject([{ status: null, error: 'connection_failed' }])
})
