import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveInbound, sign, type Inbound, type InboundWebhook } from '../../../../test/inbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { inWaves } from '../../../../test/waves.ts'

/** Calls per second: low enough that the slowest machine exceeds it. */
const limit = 10

let app: TestApp
let inbound: Inbound
beforeEach(async () => {
  app = await startApp({ RATE_LIMIT_USER_PER_SECOND: String(limit), TRUSTED_PROXIES: '127.0.0.1/32' })
  inbound = driveInbound(app)
})
afterEach(() => app.close())

let sent = 0
const signed = ({ secret }: InboundWebhook): Record<string, string> => {
  const body = JSON.stringify({ title: `Down ${++sent}` })
  return { body, 'x-service-signature': sign(secret!, body) }
}

/** So many calls, spread over these webhooks and so many addresses of a network. */
function flood(
  webhooks: InboundWebhook | InboundWebhook[],
  count: number,
  addresses: number,
  network: string,
  make: () => Record<string, string>,
): Promise<LightMyRequestResponse[]> {
  const targets = [webhooks].flat()
  return inWaves(count, (i) => {
    const { body = '{"title":"Down"}', ...headers } = make()
    const from = { 'x-forwarded-for': `${network}.${i % addresses}` }
    return inbound.send(targets[i % targets.length]!, body, { ...headers, ...from })
  })
}

const countOf = (responses: LightMyRequestResponse[], status: number) =>
  responses.filter(({ statusCode }) => statusCode === status).length
const incidentsMade = async () => (await app.query('select from incidents')).length

test('calls without a valid signature do not use the budget of the webhook, and only the first leave a trace', async () => {
  const webhook = await inbound.create({ secret_enabled: true })
  const before = await inbound.everything()
  const refused = await flood(webhook, 400, 100, '198.51.100', () => ({
    'x-service-signature': '0'.repeat(64),
  }))
  expect(countOf(refused, 401)).toBe(400)
  const unsigned = await flood(webhook, 400, 100, '203.0.113', () => ({}))
  expect(countOf(unsigned, 401)).toBe(400)
  expect(await inbound.everything()).toEqual(before)
  expect(await inbound.callsLogged()).toBe(0)
  const unread = await inbound.unreadLogged()
  expect(unread).toBeGreaterThanOrEqual(10)
  expect(unread).toBeLessThan(100) // ten a minute, however long the flood takes
  const real = await flood(webhook, limit, limit, '192.0.2', () => signed(webhook))
  expect(countOf(real, 201)).toBe(limit)
})

test('a webhook has its own budget, whatever the addresses of its callers', async () => {
  const webhook = await inbound.create({ secret_enabled: true })
  const started = performance.now()
  const responses = await flood(webhook, 200, 200, '198.51.100', () => signed(webhook))
  const seconds = (performance.now() - started) / 1000
  const made = countOf(responses, 201)
  expect(made).toBeGreaterThanOrEqual(limit)
  expect(made).toBeLessThanOrEqual(Math.ceil(limit + limit * seconds))
  const refused = responses.filter(({ statusCode }) => statusCode !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const response of refused) {
    expectProblem(response, 429, 'rate_limited')
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
    })
  }
  expect(await incidentsMade()).toBe(made)
  expect(await inbound.callsLogged()).toBe(made)
})

test('a flood at one webhook does not limit another', async () => {
  const [one, two] = [await inbound.create(), await inbound.create()]
  const responses = await flood(one, 200, 200, '198.51.100', () => ({}))
  expect(countOf(responses, 429)).toBeGreaterThan(0)
  const others = await flood(two, limit, limit, '203.0.113', () => ({}))
  expect(countOf(others, 201)).toBe(limit)
})

test('one address is limited over all webhooks, independent of other addresses', async () => {
  const webhooks = await Promise.all(
    Array.from({ length: 5 }, () => inbound.create({ secret_enabled: true })),
  )
  const started = performance.now()
  const responses = await flood(webhooks, 200, 1, '198.51.100', () => ({}))
  const seconds = (performance.now() - started) / 1000
  expect(countOf(responses, 401)).toBeGreaterThanOrEqual(limit)
  expect(countOf(responses, 401)).toBeLessThanOrEqual(Math.ceil(limit + limit * seconds))
  expect(countOf(responses, 401) + countOf(responses, 429)).toBe(200)
  for (const response of responses.filter(({ statusCode }) => statusCode === 429))
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  const [webhook] = webhooks
  const real = await flood(webhook!, limit, 1, '203.0.113', () => signed(webhook!))
  expect(countOf(real, 201)).toBe(limit)
})

test('calls to an unknown webhook count against their caller only', async () => {
  const webhook = await inbound.create()
  const unknown = { ...webhook, url: webhook.url.replace(/.{6}$/, 'zzzzzz') }
  const responses = await flood(unknown, 100, 1, '198.51.100', () => ({}))
  expect(countOf(responses, 404)).toBeGreaterThanOrEqual(limit)
  expect(countOf(responses, 429)).toBeGreaterThan(0)
  expect(countOf(await flood(webhook, limit, 1, '203.0.113', () => ({})), 201)).toBe(limit)
})
