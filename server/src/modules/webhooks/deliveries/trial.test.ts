import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { freePort } from '../../../../test/free-port.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, deliveryBodyIn, type DeliveryInFull } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { eventTypes } from '../../../kernel/event-types.ts'

const receiver = await startReceiver()
const app = await startApp(receiver.env)
const outbound = driveOutbound(app, receiver.url)
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = {}
})

const ask = (id: string, query: Record<string, string> = {}) =>
  app.call('POST', `/webhooks/outbound/${id}/test`, { query })
const tryOut = async (id: string, query: Record<string, string> = {}): Promise<DeliveryInFull> =>
  expectOk(await ask(id, query), 200)

test('a test sends a sample immediately and returns the response of the receiver', async () => {
  receiver.answer = { status: 202, body: 'thanks' }
  const { id } = await outbound.create({ headers: { 'X-Api-Key': 'k-1' }, events: ['incident.resolved'] })
  const result = await tryOut(id)
  expect(result).toMatchObject({
    webhook_id: id,
    event: 'incident.resolved',
    status: 'delivered',
    response_status: 202,
    error: null,
    attempt_count: 1,
    is_test: true,
    replay_of: null,
    next_attempt_at: null,
    attempts: [{ attempt: 1, status: 202, error: null, response_body: 'thanks' }],
  })
  expect(receiver.received).toHaveLength(1)
  const [request] = receiver.received
  expect(deliveryBodyIn(request!)).toMatchObject({
    event: 'incident.resolved',
    service_instance: 'mainstay',
    data: { id: 'INC0000000', test: true, priority: 'P3', state: 'resolved' },
  })
  expect(request!.headers).toMatchObject({
    'x-service-delivery': result.id,
    'x-service-event': 'incident.resolved',
    'x-service-attempt': '1',
    'x-api-key': 'k-1',
  })
  expect(request!.body.toString()).toBe(result.request.body)
})

test.each(eventTypes)('there is a sample of %s', async (event) => {
  const { id } = await outbound.create()
  const result = await tryOut(id, { event })
  expect(result).toMatchObject({ event, status: 'delivered' })
  const { data, ...sent } = deliveryBodyIn(receiver.received[0]!)
  expect(sent.event).toBe(event)
  expect(data).toMatchObject({ test: true, id: expect.any(String), url: expect.stringMatching(/^http/) })
})

test.each([
  ['incident.resolved', { state: 'resolved', changes: { state: { from: 'in_progress', to: 'resolved' } } }],
  ['incident.priority_changed', { priority: 'P3', changes: { priority: { from: 'P2', to: 'P3' } } }],
  ['change.rejected', { state: 'rejected', approval: { status: 'rejected' } }],
  ['request.approved', { state: 'approved', approval: { status: 'approved' } }],
])('the sample of %s is a record after that event', async (event, expected) => {
  const { id } = await outbound.create()
  await tryOut(id, { event })
  expect(deliveryBodyIn(receiver.received.at(-1)!).data).toMatchObject(expected)
})

test('an error response is a result, and there is no second attempt', async () => {
  receiver.answer = { status: 500, body: 'broken' }
  const { id } = await outbound.create()
  expect(await tryOut(id)).toMatchObject({
    status: 'failed',
    response_status: 500,
    error: null,
    next_attempt_at: null,
    attempts: [{ status: 500, response_body: 'broken' }],
  })
  expect(await app.query(`select from delivery_queue where webhook_id = '${id}'`)).toEqual([])
  expect(await app.query(`select unalerted_failures as n from outbound_webhooks where id = '${id}'`)).toEqual(
    [{ n: 0 }],
  )
})

test('a refused connection is a result too', async () => {
  const { id } = await outbound.create({ url: `https://127.0.0.1:${await freePort()}/hook` })
  expect(await tryOut(id)).toMatchObject({
    status: 'failed',
    response_status: null,
    error: 'connection_failed',
    attempts: [{ status: null, error: 'connection_failed' }],
  })
})

test('a receiver that does not respond is abandoned after the time-out of the webhook', async () => {
  receiver.answer = { fault: 'silence' }
  const { id } = await outbound.create({ timeout_seconds: 2 })
  const { attempts } = await tryOut(id)
  expect(attempts).toMatchObject([{ status: null, error: 'timeout' }])
  expect(attempts[0]!.latency_ms).toBeGreaterThan(1000)
})

test('a test needs neither an active webhook nor matching filters', async () => {
  const filters = [{ field: 'priority', operator: 'eq', value: 'none' }]
  const { id } = await outbound.create({ active: false, filters })
  expect((await tryOut(id)).status).toBe('delivered')
})

test('a test is recorded and marked as a test', async () => {
  const { id } = await outbound.create()
  const result = await tryOut(id)
  const { data, total } = await outbound.deliveries(id)
  expect(total).toBe(1)
  const { request: _, attempts: __, ...listed } = result
  expect(data).toEqual([listed])
  expect(await outbound.delivery(result.id)).toEqual(result)
  expect(await app.query('select from events')).toEqual([])
})

test('an unknown type is refused, and nothing is sent', async () => {
  const { id } = await outbound.create()
  const before = await outbound.everything()
  expectProblem(await ask(id, { event: 'incident.deleted' }), 400, 'validation_error')
  expectProblem(await ask(id, { colour: 'red' }), 400, 'validation_error')
  expect(await outbound.everything()).toEqual(before)
  expect(receiver.received).toEqual([])
})
