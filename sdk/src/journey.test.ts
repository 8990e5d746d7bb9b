import { expect, test } from 'vitest'
import { bootstrapClient } from '../../server/test/accounts.ts'
import { startApp } from '../../server/test/app.ts'
import { chaosProxy } from '../../server/test/chaos-proxy.ts'
import { eventually } from '../../server/test/eventually.ts'
import { losingProxy } from '../../server/test/losing-proxy.ts'
import { startReceiver } from '../../server/test/receiver.ts'
import {
  ConflictError,
  ConnectionError,
  Mainstay,
  verifyWebhook,
  type Event,
  type Incident,
} from './index.ts'

const receiver = await startReceiver()
const app = await startApp(receiver.env)
const baseUrl = await app.http.listen({ host: '127.0.0.1', port: 0 })
const client = new Mainstay({
  baseUrl,
  clientId: bootstrapClient.id,
  clientSecret: bootstrapClient.secret,
  retry: { minDelay: 20 },
})

test('a script does the main journey with the SDK alone', async () => {
  // The stream is reached through a proxy, to lose its connection on the way.
  const proxy = await chaosProxy({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) })
  const watcher = new Mainstay({
    baseUrl: `http://127.0.0.1:${proxy.port}`,
    clientId: bootstrapClient.id,
    clientSecret: bootstrapClient.secret,
  })
  const stop = new AbortController()
  let reconnects = 0
  const stream = watcher.events.stream({
    types: ['incident.created', 'incident.resolved'],
    signal: stop.signal,
    onReconnect: () => void reconnects++,
  })
  const events: Event[] = []
  const streaming = (async () => {
    for await (const event of stream) events.push(event)
  })()
  await eventually(() => stream.position !== undefined)

  const webhook = await client.webhooks.outbound.create({
    name: 'Journey',
    url: receiver.url,
    events: ['incident.created'],
    timeout_seconds: 30,
  })

  const created = await client.incidents.create({ short_description: 'Mail is down', priority: 'P2' })
  const updated = await client.incidents.update(
    created.id,
    { state: 'in_progress', assignment_group: 'messaging' },
    { ifVersion: created.version },
  )
  expect(updated.state).toBe('in_progress')
  await expect(
    client.incidents.update(created.id, { priority: 'P1' }, { ifVersion: created.version }),
  ).rejects.toThrow(ConflictError)

  const file = await client.attachments.upload('log line', {
    filename: 'mail.log',
    contentType: 'text/plain',
  })
  const note = await client.incidents.notes.create(created.id, {
    body: 'Restarting the queue',
    attachments: [{ id: file.id }],
  })
  expect(await (await client.attachments.download(note.attachments[0]!.id)).text()).toBe('log line')

  await eventually(() => events.length === 1)
  proxy.cut()

  const job = await client.incidents.bulk({
    operation: 'create',
    records: Array.from({ length: 30 }, (_, index) => ({ short_description: `Printer ${index} is jammed` })),
  })
  const progress: number[] = []
  const finished = await client.jobs.waitFor(job, {
    interval: 20,
    onProgress: ({ processed }) => progress.push(processed),
  })
  expect(finished).toMatchObject({ status: 'completed', succeeded: 30, failed: 0 })
  expect(progress.at(-1)).toBe(30)

  const listed: Incident[] = []
  for await (const incident of client.incidents.list({ limit: 7, sort: 'created_at', order: 'asc' }))
    listed.push(incident)
  expect(new Set(listed.map(({ id }) => id)).size).toBe(31)
  expect(listed[0]!.id).toBe(created.id)
  expect(await client.incidents.list({ q: 'printer' }).take(3)).toHaveLength(3)
  let csv = ''
  const pieces = (await client.incidents.export({ q: 'printer', columns: 'id,state' })).getReader()
  for (let next = await pieces.read(); !next.done; next = await pieces.read()) csv += next.value
  expect(csv.trim().split(/\r?\n/)).toHaveLength(31)

  await eventually(() => receiver.received.length > 0)
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
  const delivery = await verifyWebhook(body, headers, webhook.secret!)
  expect(delivery).toMatchObject({ event: 'incident.created', attempt: 1, data: { id: created.id } })
  const [sent] = await client.webhooks.outbound.deliveries.list(webhook.id).take(1)
  expect(sent!.webhook_id).toBe(webhook.id)

  const answer = await client.ai.ask({ question: 'How do I restart the mail queue?' })
  expect(answer.model_used).toMatch(/^local\//)

  await client.incidents.update(created.id, { state: 'resolved' })
  proxy.heal()
  await eventually(() => events.length === 32)
  expect(reconnects).toBeGreaterThan(0)
  expect(events.map(({ seq }) => seq)).toEqual(
    [...new Set(events.map(({ seq }) => seq))].toSorted((a, b) => a - b),
  )
  expect(events.at(-1)).toMatchObject({ type: 'incident.resolved', subject_id: created.id })
  stop.abort()
  await streaming
})

test('creates whose answers are lost take effect once', async () => {
  const token = await app.tokenFor('itsm_agent')
  const unlucky = new Mainstay({
    baseUrl: await losingProxy(Number(new URL(baseUrl).port), 6),
    token,
    retry: { minDelay: 10, retries: 10 },
  })
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      unlucky.incidents.create({ short_description: `Lost answer ${index}` }),
    ),
  )
  const stored = await app.query<{ id: string }>(
    "select id from incidents where short_description like 'Lost answer%'",
  )
  expect(stored.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
})

test('a PATCH whose answer is lost is not sent again, so its note is added once', async () => {
  const { id } = await client.incidents.create({ short_description: 'Noted once' })
  const unlucky = new Mainstay({
    baseUrl: await losingProxy(Number(new URL(baseUrl).port), 1),
    token: await app.tokenFor('itsm_agent'),
    retry: { minDelay: 10 },
  })
  await expect(unlucky.incidents.update(id, { work_note: 'Only once' })).rejects.toThrow(ConnectionError)
  await eventually(async () => (await client.incidents.notes.list(id).take(5)).length === 1)
})

test('the copilot answers word by word, with the whole answer at the end', async () => {
  const stream = client.ai.stream({ query: 'open P1 incidents' })
  let text = ''
  let part = await stream.next()
  for (; !part.done; part = await stream.next()) text += part.value
  expect(part.value.answer).toBe(text)
})
