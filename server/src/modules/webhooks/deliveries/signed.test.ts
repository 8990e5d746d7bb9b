import { execFileSync } from 'node:child_process'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, type Webhook } from '../../../../test/outbound.ts'
import { startReceiver, type ReceivedRequest } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, SERVICE_INSTANCE: 'Zürich "1" 😀' })
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  receiver.received.length = 0
})

const received = (count: number) =>
  eventually(() => receiver.received.length >= count && receiver.received.slice(0, count))

const openssl = (secret: string, bytes: Buffer) =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: bytes, encoding: 'utf8' })
    .trim()
    .split('= ')[1]

const headersOf = ({ headers }: ReceivedRequest) => headers as Record<string, string>

function expectSigned(request: ReceivedRequest, secret: string): void {
  const headers = headersOf(request)
  expect(headers['x-service-signature']).toBe(`sha256=${openssl(secret, request.body)}`)
  const data = new StandardWebhook(secret).verify(request.body, headers)
  expect(data).toEqual(JSON.parse(request.body.toString()))
}

test.each([
  ['many scripts', 'Ärger mit “Anführung”, 日本語, العربية, עברית'],
  ['emoji', '😀👩\u200d👧🇨🇭'],
  ['line separators', 'line\u2028separator\u2029paragraph\r\n\ttab'],
  ['what JSON and HTML escape', 'a "quoted" \\ backslash </script> & \u{10ffff}\ufeff'],
  ['64 KB', 'x€😀\u2028'.repeat(6_600)],
  ['nothing', ''],
])('%s arrives, and verifies with openssl and Standard Webhooks', async (_what, description) => {
  const { secret } = await outbound.create({ events: ['incident.updated'] })
  const { id } = await incidents.create({ short_description: 'Ünïcödé 😀', description: 'before' })
  await incidents.change(id, { description })
  const [request] = (await received(1)) as [ReceivedRequest]
  expectSigned(request, secret!)
  const { data, service_instance } = JSON.parse(request.body.toString()) as {
    data: { id: string; short_description: string; changes: { description: { to: string } } }
    service_instance: string
  }
  expect(data).toMatchObject({ id, short_description: 'Ünïcödé 😀' })
  expect(data.changes.description.to).toBe(description)
  expect(service_instance).toBe('Zürich "1" 😀')
})

test('the body in the API is byte for byte the one that was sent', async () => {
  const { id } = await outbound.create()
  await incidents.create({ short_description: 'Same bytes 😀' })
  const [delivery] = await outbound.reached(id, 1, 'delivered')
  expect(Buffer.from(delivery!.request.body)).toEqual(receiver.received[0]!.body)
  expect(delivery!.request.headers).toMatchObject({
    'x-service-signature': '********',
    'webhook-signature': '********',
  })
})

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  const { id, secret: old } = await outbound.create()
  const { secret } = expectOk<Webhook>(await outbound.rotate(id), 200)
  await incidents.create()
  const [both] = (await received(1)) as [ReceivedRequest]
  expectSigned(both, secret!)
  expect(both.headers['x-service-signature-previous']).toBe(`sha256=${openssl(old!, both.body)}`)
  expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  expect(() => new StandardWebhook(old!).verify(both.body, headersOf(both))).not.toThrow()

  await app.query(
    `update outbound_webhooks set previous_secret_until = now() - interval '1 second' where id = '${id}'`,
  )
  await incidents.create()
  const [, after] = (await received(2)) as [ReceivedRequest, ReceivedRequest]
  expectSigned(after, secret!)
  expect(after.headers).not.toHaveProperty('x-service-signature-previous')
  expect(() => new StandardWebhook(old!).verify(after.body, headersOf(after))).toThrow(
    'No matching signature',
  )
})

test('without signing there is no signature', async () => {
  const { id } = await outbound.create({ sign_payloads: false })
  await incidents.create()
  const [request] = (await received(1)) as [ReceivedRequest]
  expect(Object.keys(request.headers).filter((name) => name.includes('signature'))).toEqual([])
  expect(request.headers).toHaveProperty('webhook-id')
  const [delivery] = await outbound.reached(id, 1, 'delivered')
  expect(delivery!.request.headers).not.toHaveProperty('x-service-signature')
})

test('a test delivery is signed too, also with the previous secret', async () => {
  const { id, secret: old } = await outbound.create()
  const { secret } = expectOk<Webhook>(await outbound.rotate(id), 200)
  expectOk(await app.call('POST', `/webhooks/outbound/${id}/test`), 200)
  const [request] = receiver.received as [ReceivedRequest]
  expectSigned(request, secret!)
  expect(request.headers['x-service-signature-previous']).toBe(`sha256=${openssl(old!, request.body)}`)
})
