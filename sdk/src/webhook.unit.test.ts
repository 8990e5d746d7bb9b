import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, verifyWebhookRequest, WebhookVerificationError } from './webhook.ts'

const secret = 'whsec_bWFpbnN0YXkgdGVzdCBzZWNyZXQsIDMyIGJ5dGVzIQ=='
const other = 'whsec_YW5vdGhlciBzZWNyZXQgdGhhdCBpcyBub3QgdXNlZA=='
const now = Date.parse('2026-03-01T12:00:00Z')
const body = JSON.stringify({
  event: 'incident.created',
  timestamp: '2026-03-01T12:00:00Z',
  service_instance: 'mainstay',
  data: { id: 'INC0000001', short_description: 'Zürich – Mail' },
})

/** Signed by the library of the standard and by node:crypto, not by our own code. */
const headersOf = (signedWith = secret, at = now): Record<string, string> => ({
  'webhook-id': 'dlv_1',
  'webhook-timestamp': String(at / 1000),
  'webhook-signature': new Webhook(signedWith).sign('dlv_1', new Date(at), body),
  'x-service-signature': `sha256=${createHmac('sha256', signedWith).update(body).digest('hex')}`,
  'x-service-delivery': 'dlv_1',
  'x-service-event-id': 'evt_1',
  'x-service-attempt': '2',
})

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'verified',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  )

test('a delivery is verified from text, bytes and a Request, whatever the headers are', async () => {
  const expected = { event: 'incident.created', delivery_id: 'dlv_1', event_id: 'evt_1', attempt: 2 }
  const headers = headersOf()
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  for (const delivery of await Promise.all([
    verifyWebhook(body, headers, secret, { now }),
    verifyWebhook(Buffer.from(body), capitals, secret, { now }),
    verifyWebhook(new TextEncoder().encode(body).buffer, new Headers(headers), secret, { now }),
    verifyWebhook(body, Object.entries(headers) as [string, string][], secret, { now }),
    verifyWebhookRequest(new Request('http://localhost/', { method: 'POST', body, headers }), secret, {
      now,
    }),
  ]))
    expect(delivery).toMatchObject(expected)
})

test('a body that was parsed is a mistake of the program, and no wrong signature', async () => {
  for (const parsed of [JSON.parse(body), undefined, null])
    await expect(verifyWebhook(parsed as string, headersOf(), secret, { now })).rejects.toThrow(
      /^The body must be the text or bytes that arrived/,
    )
})

test('a changed body, time, id or secret is refused', async () => {
  const check = (change: Record<string, string> = {}, text = body, key = secret) =>
    reasonOf(verifyWebhook(text, { ...headersOf(), ...change }, key, { now }))
  expect(await check()).toBe('verified')
  expect(await check({}, body.replace('Mail', 'mail'))).toBe('wrong_signature')
  expect(await check({ 'webhook-timestamp': String(now / 1000 + 1) })).toBe('wrong_signature')
  expect(await check({ 'webhook-id': 'dlv_2' })).toBe('wrong_signature')
  expect(await check({}, body, other)).toBe('wrong_signature')
  for (const signature of ['v1,', 'v1,AAAA', 'v1,%%%', 'v2,AAAA', 'x'])
    expect(await check({ 'webhook-signature': signature })).toBe('wrong_signature')
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(await check({ [name]: '' })).toBe('missing_header')
})

test('the id of a delivery is the signed one, whatever the other header says', async () => {
  const forged: Record<string, string> = { ...headersOf(), 'x-service-delivery': 'dlv_forged' }
  const { 'webhook-signature': _, ...unsigned } = forged
  const signed = await verifyWebhook(body, forged, secret, { now })
  expect(signed.delivery_id).toBe('dlv_1')
  const untimed = await verifyWebhook(body, forged, secret, { tolerance: false })
  expect(untimed.delivery_id).toBe('dlv_1')
  const digestOnly = await verifyWebhook(body, unsigned, secret, { tolerance: false })
  expect(digestOnly.delivery_id).toBe('dlv_forged')
})

test('an old or future delivery is refused, and the digest alone does not help it', async () => {
  const at = (seconds: number) =>
    reasonOf(verifyWebhook(body, headersOf(secret, now + seconds * 1000), secret, { now }))
  expect(await Promise.all([-300, 300, -301, 301].map(at))).toEqual([
    'verified',
    'verified',
    'wrong_time',
    'wrong_time',
  ])
  expect(
    await reasonOf(verifyWebhook(body, { ...headersOf(), 'webhook-timestamp': 'now' }, secret, { now })),
  ).toBe('wrong_time')
  const { 'x-service-signature': digest } = headersOf()
  expect(await reasonOf(verifyWebhook(body, { 'x-service-signature': digest! }, secret, { now }))).toBe(
    'missing_header',
  )
})

test('without a time limit the digest is enough, with or without its prefix', async () => {
  const check = (signature: string, name = 'x-service-signature') =>
    reasonOf(verifyWebhook(body, { [name]: signature }, secret, { tolerance: false }))
  const digest = headersOf()['x-service-signature']!
  expect(await check(digest)).toBe('verified')
  expect(await check(digest.slice('sha256='.length))).toBe('verified')
  expect(await check(digest, 'x-service-signature-previous')).toBe('verified')
  for (const wrong of [digest.slice(0, -2), `${digest}00`, digest.replace(/.$/, 'x'), 'sha256='])
    expect(await check(wrong)).toBe('wrong_signature')
  expect(await check('', 'other')).toBe('missing_header')
})

test('while a secret is rotated, either side may be first', async () => {
  const both = `${headersOf(other)['webhook-signature']} ${headersOf()['webhook-signature']}`
  for (const key of [secret, other])
    expect(
      await reasonOf(verifyWebhook(body, { ...headersOf(), 'webhook-signature': both }, key, { now })),
    ).toBe('verified')
  expect(await reasonOf(verifyWebhook(body, headersOf(), [other, secret], { now }))).toBe('verified')
})

test('no secret is a mistake of the program, not of the sender', async () => {
  for (const none of ['', [], [secret, ''], 'not base64!'])
    await expect(verifyWebhook(body, headersOf(), none, { now })).rejects.toThrow(TypeError)
})

test('a signed body that is no JSON is refused', async () => {
  const text = 'x'
  const signature = new Webhook(secret).sign('dlv_1', new Date(now), text)
  expect(
    await reasonOf(verifyWebhook(text, { ...headersOf(), 'webhook-signature': signature }, secret, { now })),
  ).toBe('malformed_body')
})
