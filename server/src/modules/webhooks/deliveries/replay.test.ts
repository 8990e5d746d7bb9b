import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, type DeliveryInFull } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { startReceiver } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '0,0,0,0' })
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  receiver.received.length = 0
  receiver.answer = {}
})

const root = '/webhooks/outbound'
const replay = (path: string, headers: Record<string, string> = {}) =>
  app.call('POST', `${root}/${path}/replay`, { headers })

/** A webhook with one completed delivery. */
async function ended(status: 'delivered' | 'failed'): Promise<DeliveryInFull> {
  receiver.answer = { status: status === 'failed' ? 500 : 200 }
  const { id } = await outbound.create()
  await incidents.create()
  const [delivery] = await outbound.reached(id, 1, status)
  receiver.answer = {}
  return delivery!
}

test.each([
  ['under its webhook', ({ webhook_id, id }: DeliveryInFull) => `${webhook_id}/deliveries/${id}`],
  ['by its id alone', ({ id }: DeliveryInFull) => `deliveries/${id}`],
])('a failed delivery, addressed %s, is replayed as a new one of the same event', async (_how, pathOf) => {
  const failed = await ended('failed')
  const response = await replay(pathOf(failed))
  const made = expectOk<DeliveryInFull>(response, 202)
  expect(made.id).not.toBe(failed.id)
  expect(made).toMatchObject({
    webhook_id: failed.webhook_id,
    event: failed.event,
    event_id: failed.event_id,
    subject_id: failed.subject_id,
    replay_of: failed.id,
    status: 'pending',
    attempts: [],
    is_test: false,
  })
  expect(response.headers.location).toBe(`/prod/api/v1${root}/${pathOf({ ...failed, id: made.id })}`)
  expect(made.request.body).toBe(failed.request.body)
  expectOk(await app.call('GET', response.headers.location as string), 200)

  const query = { subject_id: failed.webhook_id, action: 'replayed' }
  expect(expectOk(await app.call('GET', '/audit', { query }), 200)).toMatchObject({
    total: 1,
    data: [{ actor_id: 'test-admin', field: 'delivery', from: failed.id, to: made.id }],
  })

  const [original, again] = await outbound.reached(failed.webhook_id, 2, 'failed', 'delivered')
  expect(original).toEqual(failed)
  expect(again).toMatchObject({ id: made.id, status: 'delivered', attempt_count: 1 })
  const [first, last] = [receiver.received[0]!, receiver.received.at(-1)!]
  expect(last.headers).toMatchObject({
    'x-service-delivery': made.id,
    'webhook-id': made.id,
    'x-service-event-id': first.headers['x-service-event-id'],
    'x-service-attempt': '1',
  })
  expect(last.body).toEqual(first.body)
})

test('a replay is sent to the current URL of the webhook', async () => {
  const failed = await ended('failed')
  await outbound.change(failed.webhook_id, { url: `${receiver.url}/moved` })
  expectOk(await replay(`deliveries/${failed.id}`), 202)
  await outbound.reached(failed.webhook_id, 2, 'failed', 'delivered')
  expect(receiver.received.at(-1)!.path).toBe('/hook/moved')
})

test('a successful delivery can be replayed too, and a replay again', async () => {
  const first = await ended('delivered')
  const second = expectOk<DeliveryInFull>(await replay(`deliveries/${first.id}`), 202)
  const third = expectOk<DeliveryInFull>(await replay(`deliveries/${second.id}`), 202)
  expect([second.replay_of, third.replay_of]).toEqual([first.id, second.id])
  await outbound.reached(first.webhook_id, 3, 'delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(3)
})

test('one Idempotency-Key is one replay', async () => {
  const failed = await ended('failed')
  const headers = { 'idempotency-key': 'replay-once' }
  const first = await replay(`deliveries/${failed.id}`, headers)
  expect((await replay(`deliveries/${failed.id}`, headers)).body).toBe(first.body)
  await outbound.reached(failed.webhook_id, 2, 'failed', 'delivered')
})

test('a replay to an inactive webhook fails without being sent', async () => {
  const failed = await ended('failed')
  await outbound.change(failed.webhook_id, { active: false })
  const { id } = expectOk<DeliveryInFull>(await replay(`deliveries/${failed.id}`), 202)
  await outbound.reached(failed.webhook_id, 2, 'failed')
  expect(await outbound.delivery(id)).toMatchObject({ error: 'webhook_inactive', attempt_count: 0 })
  expect(receiver.received).toHaveLength(5)
})

test('a delivery is not found under another webhook', async () => {
  const mine = await ended('failed')
  const { id: other } = await outbound.create({ url: `${receiver.url}/other` })
  const before = await outbound.everything()
  for (const path of [
    `${other}/deliveries/${mine.id}`,
    `wh_out_none/deliveries/${mine.id}`,
    'deliveries/del_none',
  ]) {
    expectProblem(await app.call('GET', `${root}/${path}`), 404, 'not_found')
    expectProblem(await replay(path), 404, 'not_found')
  }
  expect(await outbound.everything()).toEqual(before)
})

test('the deliveries of a deleted webhook are not found', async () => {
  const failed = await ended('failed')
  await outbound.remove(failed.webhook_id)
  const before = await outbound.everything()
  for (const path of [`${failed.webhook_id}/deliveries/${failed.id}`, `deliveries/${failed.id}`]) {
    expectProblem(await app.call('GET', `${root}/${path}`), 404, 'not_found')
    expectProblem(await replay(path), 404, 'not_found')
  }
  expect(await outbound.everything()).toEqual(before)
})

test('only managers can list and replay deliveries', async () => {
  const failed = await ended('failed')
  const before = await outbound.everything()
  const at = `${root}/${failed.webhook_id}`
  for (const role of ['itsm_agent', 'auditor', 'viewer'] as const) {
    const as = await app.tokenFor(role)
    for (const [method, path] of [
      ['GET', `${at}/deliveries`],
      ['GET', `${at}/stats`],
      ['GET', `${root}/deliveries/${failed.id}`],
      ['POST', `${root}/deliveries/${failed.id}/replay`],
      ['POST', `${at}/test`],
    ] as const)
      expectProblem(await app.call(method, path, { as }), 403, 'insufficient_role')
    expectProblem(await app.call('POST', `${at}/replay`, { as, body: {} }), 403, 'insufficient_role')
  }
  expect(await outbound.everything()).toEqual(before)
})

test('the delivery of a deleted record cannot be replayed', async () => {
  const failed = await ended('failed')
  expectOk(await app.call('DELETE', `/incidents/${failed.subject_id}`), 200)
  const before = await outbound.everything()
  const { errors } = expectProblem(await replay(`deliveries/${failed.id}`), 400, 'validation_error')
  expect(errors).toMatchObject([{ code: 'no_event' }])
  expect(await outbound.everything()).toEqual(before)
})

test('a test delivery, or one without its event, cannot be replayed', async () => {
  const failed = await ended('failed')
  await app.query(`delete from events where id = '${failed.event_id}'`)
  const trial = expectOk<DeliveryInFull>(await app.call('POST', `${root}/${failed.webhook_id}/test`), 200)
  const before = await outbound.everything()
  for (const { id } of [failed, trial])
    expect(expectProblem(await replay(`deliveries/${id}`), 400, 'validation_error').errors).toMatchObject([
      { code: 'no_event' },
    ])
  expect(await outbound.everything()).toEqual(before)
  expect(await outbound.delivery(failed.id)).toMatchObject({ id: failed.id, attempts: failed.attempts })
})
