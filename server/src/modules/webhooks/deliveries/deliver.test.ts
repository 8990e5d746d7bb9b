import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, deliveryBodyIn } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { startReceiver, type ReceivedRequest } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, SERVICE_INSTANCE: 'mainstay-test' })
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  receiver.received.length = 0
})

test('a delivery is a POST with the event, its time, the instance and the data', async () => {
  const { id: webhook_id } = await outbound.create({
    headers: { 'X-Api-Key': 'k-1', 'x-lower': 'v', Authorization: 'Splunk token-1' },
  })
  const incident = await incidents.create({
    short_description: 'Mail is down',
    priority: 'P1',
    category: 'mail',
  })
  const [delivery] = await outbound.reached(webhook_id, 1, 'delivered')
  const [request] = receiver.received as [ReceivedRequest]
  expect(request).toMatchObject({ method: 'POST', path: '/hook' })
  const [event] = await app.query<{ id: string; occurred_at: Date }>(
    `select id, occurred_at from events where subject_id = '${incident.id}'`,
  )
  expect(deliveryBodyIn(request)).toEqual({
    event: 'incident.created',
    timestamp: event!.occurred_at.toISOString(),
    service_instance: 'mainstay-test',
    data: {
      id: incident.id,
      url: incident.url,
      short_description: 'Mail is down',
      priority: 'P1',
      state: 'new',
      category: 'mail',
      subcategory: null,
      impact: null,
      urgency: null,
      assignment_group: null,
      assigned_to: null,
      ci_id: null,
      duplicate_of: null,
      location: null,
      opened_by: incident.opened_by,
      created_at: incident.created_at,
      updated_at: incident.updated_at,
      sla_breach_at: incident.sla_breach_at,
    },
  })
  expect(Object.keys(deliveryBodyIn(request))).toEqual(['event', 'timestamp', 'service_instance', 'data'])
  expect(request.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(request.body.length),
    'user-agent': 'Mainstay-Webhooks/1',
    'x-service-event': 'incident.created',
    'x-service-event-id': event!.id,
    'x-service-delivery': delivery!.id,
    'x-service-attempt': '1',
    'webhook-id': delivery!.id,
    'x-api-key': 'k-1',
    'x-lower': 'v',
    authorization: 'Splunk token-1',
  })
})

test('a delivery shows the request and the response', async () => {
  receiver.answer = { status: 201, body: 'taken \0 \u{1f600}', headers: { 'retry-after': '7' } }
  const { id: webhook_id } = await outbound.create({ headers: { 'X-Api-Key': 'k-1' } })
  const { id: subject_id } = await incidents.create()
  const [delivery] = await outbound.reached(webhook_id, 1, 'delivered')
  receiver.answer = {}
  const { request, attempts, ...told } = delivery!
  expect(told).toEqual({
    id: expect.stringMatching(/^del_[0-9a-z]{16}$/),
    webhook_id,
    event: 'incident.created',
    event_id: expect.stringMatching(/^evt_/),
    subject_id,
    status: 'delivered',
    attempt_count: 1,
    response_status: 201,
    error: null,
    latency_ms: attempts[0]!.latency_ms,
    replay_of: null,
    is_test: false,
    created_at: expect.any(String),
    next_attempt_at: null,
    completed_at: expect.any(String),
  })
  expect(attempts).toEqual([
    {
      attempt: 1,
      at: expect.any(String),
      status: 201,
      error: null,
      latency_ms: expect.any(Number),
      retry_after: '7',
      response_body: 'taken \ufffd \u{1f600}',
    },
  ])
  expect(request).toMatchObject({ method: 'POST', url: receiver.url, headers: { 'X-Api-Key': '********' } })
  expect(request.body).toBe(receiver.received[0]!.body.toString())
})

test('a delivery to a chat system is a message, also as a test, and its format can be changed', async () => {
  const { id, format } = await outbound.create({ format: 'slack' })
  expect(format).toBe('slack')
  const incident = await incidents.create({ short_description: 'Mail is down', priority: 'P1' })
  const [delivery] = await outbound.reached(id, 1, 'delivered')
  const due = incident.sla_breach_at.slice(0, 16).replace('T', ' ')
  const [author] = await app.query<{ name: string }>(`select name from clients order by created_at limit 1`)
  const text = `<${incident.url}|${incident.id}> created by ${author!.name}: Mail is down\npriority: P1 · state: new · SLA due: ${due} UTC`
  expect(receiver.received.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([{ text }])
  expect((await outbound.delivery(delivery!.id)).request.body).toBe(JSON.stringify({ text }))

  await outbound.change(id, { format: 'teams' })
  expectOk(await app.call('POST', `/webhooks/outbound/${id}/test`), 200)
  expect(JSON.parse(receiver.received.at(-1)!.body.toString())).toMatchObject({ type: 'message' })
  expectProblem(await outbound.ask({ ...outbound.defaults, format: 'irc' }), 400, 'validation_error')
})
