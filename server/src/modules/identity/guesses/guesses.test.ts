import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import {
  apiKeyTokenType,
  askAsClient,
  askToken,
  basic,
  exchangeKey,
  makeClient,
  tokenExchange,
} from '../../../../test/identity/token-endpoint.ts'

const app = await startApp()

/** Other addresses in each test, so that failed attempts do not count against the next; clients are new in any case. */
let network = 0
beforeEach(() => void network++)
const from = (host: number) => `198.51.${network}.${host}`

const grant_type = 'client_credentials'
const guess = (client_id: string, address: string) =>
  askAsClient(app, { client_id, client_secret: `guess ${Math.random()}` }, { address })

/**
 * A different API key each time. That needs no hashing: a slow machine might need longer for a hundred client
 * secrets than failed attempts are remembered.
 */
const guessKey = (i: number, sender: { address?: string; headers?: Record<string, string> }, node = app) =>
  askToken(
    node,
    {
      grant_type: tokenExchange,
      subject_token: `mk_${String(i).padStart(16, '0')}_wrong`,
      subject_token_type: apiKeyTokenType,
    },
    sender,
  )

async function statusesOf(count: number, ask: (i: number) => Promise<{ statusCode: number }>) {
  const statuses: Record<number, number> = {}
  for (let i = 0; i < count; i++) {
    const { statusCode } = await ask(i)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

test('after 20 wrong secrets a client is throttled with an OAuth error', async () => {
  const { client_id } = await makeClient(app, 'viewer')
  expect(await statusesOf(20, () => guess(client_id, from(1)))).toEqual({ 401: 20 })
  const refused = await guess(client_id, from(1))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json()).toMatchObject({
    error: 'slow_down',
    error_description: expect.any(String),
    code: 'rate_limited',
    status: 429,
    request_id: expect.any(String),
  })
})

test('attempts from many addresses count against the client, and the right secret does not help unknown addresses', async () => {
  const client = await makeClient(app, 'viewer')
  const spread = await statusesOf(30, (i) => guess(client.client_id, from(i + 1)))
  expect(spread).toEqual({ 401: 20, 429: 10 })
  expect((await askAsClient(app, client, { address: from(99) })).statusCode).toBe(429)
})

test('an address that has authenticated before still gets its token during an attack', async () => {
  const client = await makeClient(app, 'viewer')
  const home = { address: '203.0.113.7' }
  expect((await askAsClient(app, client, home)).statusCode).toBe(200)
  await statusesOf(30, (i) => guess(client.client_id, from(i + 1)))
  expect((await askAsClient(app, client, home)).statusCode).toBe(200)
  expect(await statusesOf(25, () => guess(client.client_id, home.address))).toEqual({ 401: 20, 429: 5 })
})

test('concurrent requests get no more attempts than sequential ones', async () => {
  const { client_id } = await makeClient(app, 'viewer')
  const burst = Array.from({ length: 30 }, (_, i) => guess(client_id, from(i + 1)))
  const statuses = (await Promise.all(burst)).map((response) => response.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('many valid concurrent requests all get their token', async () => {
  const client = await makeClient(app, 'viewer')
  const burst = Array.from({ length: 30 }, () => askAsClient(app, client))
  const statuses = (await Promise.all(burst)).map((response) => response.statusCode)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('one address gets at most 100 attempts over all client IDs, known or not', async () => {
  const { client_id } = await makeClient(app, 'viewer')
  const address = from(1)
  const anything = (i: number) => {
    if (i % 10 > 1) return guessKey(i, { address })
    return guess(i % 10 === 0 ? client_id : `client_${i}`, address)
  }
  expect(await statusesOf(110, anything)).toEqual({ 400: 80, 401: 20, 429: 10 })
  expect((await guess(client_id, from(2))).statusCode).toBe(401)
})

test('an unknown client ID is throttled like a known one', async () => {
  expect(await statusesOf(25, (i) => guess('nobody', from(i + 1)))).toEqual({ 401: 20, 429: 5 })
})

test.each(['console', 'cli'])(
  'a stranger cannot use up the attempts of everyone who signs in with the client %s',
  async (client_id) => {
    const wrong = () => askToken(app, { grant_type, client_id, client_secret: 'wrong' }, { address: from(1) })
    expect(await statusesOf(25, wrong)).toEqual({ 401: 20, 429: 5 })
    const form = { grant_type: 'refresh_token', client_id, refresh_token: 'of someone else' }
    const other = await askToken(app, form, { address: from(2) })
    expect([other.statusCode, other.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
  },
)

test('another encoding of the client ID in a Basic header counts as the same client', async () => {
  const { client_id } = await makeClient(app, 'viewer')
  const spell = (i: number) => {
    const at = i % client_id.length
    const escaped = `%${client_id.charCodeAt(at).toString(16)}`
    return `${client_id.slice(0, at)}${escaped}${client_id.slice(at + 1)}`
  }
  const ask = (i: number) =>
    askToken(app, { grant_type }, { headers: basic(spell(i), 'wrong'), address: from(i + 1) })
  expect(await statusesOf(25, ask)).toEqual({ 401: 20, 429: 5 })
})

test('another grant type does not bypass the counter', async () => {
  const { client_id } = await makeClient(app, 'viewer')
  const ask = (i: number) => {
    const form = { client_id, client_secret: 'wrong', subject_token: `mk_${i}` }
    const grants = [tokenExchange, grant_type, 'authorization_code', 'magic']
    return askToken(app, { ...form, grant_type: grants[i % 4]! }, { address: from(i + 1) })
  }
  expect(await statusesOf(25, ask)).toEqual({ 401: 20, 429: 5 })
})

test('a forwarded address without a trusted proxy is ignored', async () => {
  const ask = (i: number) =>
    guessKey(i, {
      address: from(0),
      headers: { 'x-forwarded-for': from(i + 1), forwarded: `for=${from(i + 1)}` },
    })
  expect(await statusesOf(105, ask)).toEqual({ 400: 100, 429: 5 })
})

test('behind a trusted proxy each address has its own counter', async () => {
  const behindProxy = await startApp({ TRUSTED_PROXIES: '127.0.0.1/32' })
  const ask = (i: number, address: string) =>
    guessKey(i, { headers: { 'x-forwarded-for': address } }, behindProxy)
  expect(await statusesOf(105, (i) => ask(i, from(1)))).toEqual({ 400: 100, 429: 5 })
  expect((await ask(200, from(2))).statusCode).toBe(400)
  expect((await guessKey(201, {}, behindProxy)).statusCode).toBe(400)
})

test('attempts with an API key are counted by key', async () => {
  const made = await app.call('POST', '/profile/api-keys', { body: { name: 'a key' } })
  const { key } = made.json<{ key: string }>()
  const wrong = `${key.slice(0, -8)}00000000`
  expect(await statusesOf(25, () => exchangeKey(app, wrong))).toEqual({ 400: 20, 429: 5 })
  expect((await exchangeKey(app, key)).statusCode).toBe(429)
})
