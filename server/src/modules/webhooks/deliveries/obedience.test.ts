import { Webhook as StandardWebhook } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, type DeliveryInFull, type Webhook } from '../../../../test/outbound.ts'
import { startReceiver, type ReceivedRequest } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '3600,3600,3600,3600' })
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  await app.query('delete from delivery_queue')
  receiver.received.length = 0
  receiver.answer = { status: 500 }
})

/** A webhook with a delivery that failed once. */
async function failedOnce(body: object = {}): Promise<[Webhook, DeliveryInFull]> {
  const webhook = await outbound.create(body)
  await incidents.create()
  const [delivery] = await outbound.reached(webhook.id, 1, 'retrying')
  expect(delivery).toMatchObject({ response_status: 500, error: null })
  expect(receiver.received).toHaveLength(1)
  receiver.answer = {}
  return [webhook, delivery!]
}

async function secondAttempt(webhook: Webhook): Promise<ReceivedRequest> {
  await outbound.makeDue(webhook.id)
  await outbound.reached(webhook.id, 1, 'delivered')
  expect(receiver.received).toHaveLength(2)
  return receiver.received[1]!
}

test('the next attempt goes to the new URL', async () => {
  const [webhook, delivery] = await failedOnce()
  const other = await startReceiver()
  await outbound.change(webhook.id, { url: `${other.url}/moved` })
  await outbound.makeDue(webhook.id)
  await outbound.reached(webhook.id, 1, 'delivered')
  expect(receiver.received).toHaveLength(1)
  expect(other.received).toHaveLength(1)
  expect(other.received[0]).toMatchObject({
    path: '/hook/moved',
    headers: { 'x-service-delivery': delivery.id, 'x-service-attempt': '2' },
    body: receiver.received[0]!.body,
  })
})

test('the next attempt has the new headers, and no old ones', async () => {
  const [webhook] = await failedOnce({ headers: { 'X-Kept': 'kept', 'X-Changed': 'old', 'X-Gone': 'gone' } })
  await outbound.change(webhook.id, {
    headers: { 'X-Kept': '********', 'X-Changed': 'new', 'X-Added': 'added' },
  })
  const { headers } = await secondAttempt(webhook)
  expect(headers).toMatchObject({ 'x-kept': 'kept', 'x-changed': 'new', 'x-added': 'added' })
  expect(headers).not.toHaveProperty('x-gone')
})

test('the next attempt is signed with the new secret and the old one', async () => {
  const [webhook] = await failedOnce()
  const { secret } = expectOk<Webhook>(await outbound.rotate(webhook.id), 200)
  const { body, headers } = await secondAttempt(webhook)
  for (const key of [secret!, webhook.secret!])
    expect(new StandardWebhook(key).verify(body, headers as Record<string, string>)).toEqual(
      JSON.parse(body.toString()),
    )
})

test('the next attempt is not signed if signing was switched off', async () => {
  const [webhook] = await failedOnce()
  await outbound.change(webhook.id, { sign_payloads: false })
  expect((await secondAttempt(webhook)).headers).not.toHaveProperty('x-service-signature')
})

test('the next attempt has the new time-out', async () => {
  const [webhook] = await failedOnce()
  receiver.answer = { fault: 'silence' }
  await outbound.change(webhook.id, { timeout_seconds: 1 })
  await outbound.makeDue(webhook.id)
  const attempts = await eventually(async () => {
    const [delivery] = await outbound.reached(webhook.id, 1, 'retrying')
    return delivery!.attempts.length === 2 && delivery!.attempts
  })
  expect(attempts && attempts[1]).toMatchObject({ attempt: 2, error: 'timeout', status: null })
  expect(attempts && attempts[1]!.latency_ms).toBeLessThan(29_000)
})

test('filters and event types are evaluated when the event happens, and not again', async () => {
  const [webhook] = await failedOnce()
  const filters = [{ field: 'class', operator: 'eq', value: 'none' }]
  await outbound.change(webhook.id, { filters, events: ['ci.discovered'] })
  expect((await secondAttempt(webhook)).headers).toMatchObject({ 'x-service-event': 'incident.created' })
})

/** Whether the owner has an alert, sent or queued. */
const alertsOf = (id: string) =>
  app.query(`select (select unalerted_failures from outbound_webhooks where id = '${id}') as failures,
    (select count(*) from notifications where subject_id = '${id}') as told,
    (select count(*) from jobs where type = 'alert-webhook-owner') as jobs`)
const nobodyIsTold = [{ failures: 0, told: 0, jobs: 0 }]

test('a paused webhook gets no further attempt, and its owner no alert', async () => {
  const [webhook, before] = await failedOnce()
  await outbound.change(webhook.id, { active: false })
  await outbound.makeDue(webhook.id)
  const [after] = await outbound.reached(webhook.id, 1, 'failed')
  expect(after).toMatchObject({
    error: 'webhook_inactive',
    attempt_count: 1,
    attempts: before.attempts,
    next_attempt_at: null,
    completed_at: expect.any(String),
  })
  expect(receiver.received).toHaveLength(1)
  expect(await alertsOf(webhook.id)).toEqual(nobodyIsTold)
})

test('a webhook resumed before the attempt continues normally', async () => {
  const [webhook, delivery] = await failedOnce()
  await outbound.change(webhook.id, { active: false })
  await outbound.change(webhook.id, { active: true })
  expect((await secondAttempt(webhook)).headers['x-service-delivery']).toBe(delivery.id)
})

test('a deleted webhook gets no further attempt, and its owner no alert', async () => {
  const [webhook, delivery] = await failedOnce()
  expectOk(await outbound.remove(webhook.id), 200)
  await outbound.makeDue(webhook.id)
  await outbound.settled()
  expect(
    await app.query(`select status, halted, jsonb_array_length(attempts) as attempts, next_attempt_at
    from deliveries where id = '${delivery.id}'`),
  ).toEqual([{ status: 'failed', halted: 'webhook_deleted', attempts: 1, next_attempt_at: null }])
  expect(receiver.received).toHaveLength(1)
  expect(await alertsOf(webhook.id)).toEqual(nobodyIsTold)
})
