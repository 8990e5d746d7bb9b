import { afterEach, expect, test } from 'vitest'
import { startBareServer, type BareServer } from '../../test/bare-server.ts'
import { expectProblem } from '../../test/problem.ts'
import { everyone } from '../kernel/actor.ts'

let server: BareServer
afterEach(() => server.close())

const start = async (env: Record<string, string> = {}) => {
  server = await startBareServer(
    {
      '/prod/api/v1/things': { roles: everyone },
      '/prod/api/v1/secrets': { roles: ['super_admin'] },
      '/prod/api/v1/asked': { roles: everyone, limit: 'ai_analyze' },
      '/prod/api/v1/bulk': { roles: everyone, exempt: 'bulk' },
      '/prod/api/v1/managed/bulk': { roles: ['itsm_manager'], exempt: 'bulk' },
      '/probe': { roles: 'public', exempt: 'probe', alwaysAdmitted: true },
      '/open': { roles: 'public' },
    },
    env,
  )
}

const get = (
  url: string,
  token?: string,
  headers: Record<string, string> = {},
  remoteAddress = '192.0.2.1',
) =>
  server.http.inject({
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    remoteAddress,
  })

const remaining = async (...args: Parameters<typeof get>) =>
  Number((await get(...args)).headers['x-ratelimit-remaining'])

test('a caller gets its burst, then 429 with Retry-After, then more', async () => {
  await start()
  for (let left = 4; left >= 0; left--) {
    const response = await get('/prod/api/v1/things', 'ann:viewer')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': String(left),
    })
  }
  const refused = await get('/prod/api/v1/things', 'ann:viewer')
  expectProblem(refused, 429, 'rate_limited')
  expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining': '0' })
  expect((await get('/prod/api/v1/things', 'ben:viewer')).statusCode).toBe(200)

  server.pass(1000 * Number(refused.headers['retry-after']))
  expect((await get('/prod/api/v1/things', 'ann:viewer')).statusCode).toBe(200)
})

test('Retry-After is never shorter than the actual wait', async () => {
  await start()
  let response = await get('/prod/api/v1/asked', 'ann:viewer')
  for (let calls = 1; response.statusCode === 200 && calls < 100; calls++) {
    server.pass(210)
    response = await get('/prod/api/v1/asked', 'ann:viewer')
  }
  expectProblem(response, 429, 'rate_limited')
  server.pass(1000 * Number(response.headers['retry-after']))
  expect((await get('/prod/api/v1/asked', 'ann:viewer')).statusCode).toBe(200)
})

test('Reset is the Unix second at which the bucket is full again', async () => {
  await start()
  const before = Math.floor(Date.now() / 1000)
  const { headers } = await get('/prod/api/v1/things', 'ann:viewer')
  const reset = Number(headers['x-ratelimit-reset'])
  expect(reset).toBeGreaterThanOrEqual(before)
  expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 1)
})

test('both prefixes and every form of the query string share one bucket', async () => {
  await start()
  expect(await remaining('/prod/api/v1/things', 'ann:viewer')).toBe(4)
  expect(await remaining('/prod/api/things', 'ann:viewer')).toBe(3)
  expect(await remaining('/prod/api/things?a=1', 'ann:viewer')).toBe(2)
  expect(await remaining('/prod/api/v1/nothing-here?', 'ann:viewer', {}, '192.0.2.9')).toBe(4)
  expect(await remaining('/prod/api/things', 'ann:auditor')).toBe(1)
})

test('callers without a valid token are counted by IP address', async () => {
  await start()
  for (const token of [undefined, 'nonsense', 'other:nonsense'])
    expectProblem(await get('/prod/api/v1/things', token), 401, 'unauthenticated')
  expect(await remaining('/open')).toBe(1)
  expectProblem(await get('/nowhere'), 404, 'not_found')
  expectProblem(await get('/prod/api/v1/things', 'nonsense'), 429, 'rate_limited')
  expect((await get('/prod/api/v1/things', undefined, {}, '192.0.2.2')).statusCode).toBe(401)
  expect((await get('/prod/api/v1/things', 'ann:viewer')).statusCode).toBe(200)
})

test('a request with a missing role is counted like any other', async () => {
  await start()
  const refused = await get('/prod/api/v1/secrets', 'ann:viewer')
  const { required_roles } = expectProblem(refused, 403, 'insufficient_role')
  expect(required_roles).toEqual(['super_admin'])
  expect(refused.headers['x-ratelimit-remaining']).toBe('4')
})

test('X-Forwarded-For from an untrusted peer is ignored', async () => {
  await start()
  for (let i = 0; i < 5; i++) await get('/open', undefined, { 'x-forwarded-for': `198.51.100.${i}` })
  const refused = await get('/open', undefined, { 'x-forwarded-for': '198.51.100.99' })
  expectProblem(refused, 429, 'rate_limited')
  expect(refused.headers['x-ratelimit-remaining']).toBe('0')
})

test('X-Forwarded-For of a trusted proxy names the caller; of another peer it does not', async () => {
  await start({ TRUSTED_PROXIES: '192.0.2.0/24' })
  for (let i = 0; i < 6; i++) {
    const response = await get('/open', undefined, { 'x-forwarded-for': `198.51.100.${i}` })
    expect(response.headers['x-ratelimit-remaining']).toBe('4')
  }
  expect(await remaining('/open', undefined, { 'x-forwarded-for': '198.51.100.5' })).toBe(3)
  expect(await remaining('/open', undefined, { 'x-forwarded-for': '203.0.113.1, 198.51.100.5' })).toBe(2)
  expect(await remaining('/open', undefined, { 'x-forwarded-for': '198.51.100.5' }, '203.0.113.7')).toBe(4)
})

test('a route with its own bucket reports that bucket, and takes from both', async () => {
  await start()
  const { headers } = await get('/prod/api/v1/asked', 'ann:viewer')
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' })
  expect(await remaining('/prod/api/v1/things', 'ann:viewer')).toBe(3)
})

test('bulk requests are exempt from the user limit, and the probes from all limits', async () => {
  await start({ RATE_LIMIT_GATEWAY_BURST: '8', RATE_LIMIT_GATEWAY_PER_SECOND: '1' })
  for (let i = 0; i < 7; i++)
    expect((await get('/prod/api/v1/bulk', 'ann:viewer')).headers['x-ratelimit-remaining']).toBe('5')
  expect(await remaining('/prod/api/v1/things', 'ann:viewer')).toBe(4)
  expectProblem(await get('/prod/api/v1/bulk', 'ann:viewer'), 429, 'rate_limited')
  for (let i = 0; i < 20; i++) expect((await get('/probe')).statusCode).toBe(200)
})

test('the bulk exemption applies to permitted callers; all others are counted', async () => {
  await start()
  for (const token of [undefined, 'ann:nonsense', 'ben:viewer']) {
    const address = `192.0.2.${token?.length ?? 1}`
    for (let left = 4; left >= 0; left--) {
      const refused = await get('/prod/api/v1/managed/bulk', token, {}, address)
      expect(refused.statusCode).toBe(token === 'ben:viewer' ? 403 : 401)
      expect(refused.headers['x-ratelimit-remaining']).toBe(String(left))
    }
    expectProblem(await get('/prod/api/v1/managed/bulk', token, {}, address), 429, 'rate_limited')
  }
  for (let i = 0; i < 10; i++)
    expect((await get('/prod/api/v1/managed/bulk', 'cat:itsm_manager')).statusCode).toBe(200)
})

test('callers without a token are counted by IPv4 address or by IPv6 /64 network', async () => {
  await start()
  const left = (address: string) => remaining('/open', undefined, {}, address)
  expect(await left('2001:db8:0:1::1')).toBe(4)
  expect(await left('2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(3)
  expect(await left('2001:0DB8::1:0:0:0:7')).toBe(2)
  expect(await left('2001:db8:0:2::1')).toBe(4)
  expect(await left('192.0.2.1')).toBe(4)
  expect(await left('::ffff:192.0.2.1')).toBe(3)
  expect(await left('192.0.2.2')).toBe(4)
})

test('all callers together share the global limit', async () => {
  await start({ RATE_LIMIT_GATEWAY_BURST: '3', RATE_LIMIT_GATEWAY_PER_SECOND: '1' })
  for (const name of ['ann', 'ben', 'cat'])
    expect((await get('/prod/api/v1/things', `${name}:viewer`)).statusCode).toBe(200)
  const refused = await get('/prod/api/v1/things', 'dan:viewer')
  expectProblem(refused, 429, 'rate_limited')
  expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'retry-after': '1' })
})

test('an overloaded service answers 503 with Retry-After, counts it, and logs no stack', async () => {
  await start()
  for (let i = 0; i < 2000; i++) server.admission.enter('read')
  const refused = await get('/prod/api/v1/things', 'ann:viewer')
  expectProblem(refused, 503, 'overloaded')
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(refused.headers['x-ratelimit-limit']).toBeDefined()
  const { request_id } = refused.json<{ request_id: string }>()
  expect(server.logged).toEqual([expect.objectContaining({ level: 40, code: 'overloaded', request_id })])
  expect(server.logged[0]).not.toHaveProperty('err')
  expect((await get('/probe')).statusCode).toBe(200)
  expect(await server.registry.metrics()).toContain(
    'mainstay_http_requests_total{method="GET",route="/prod/api/v1/things",status="503"} 1',
  )
})

test('a route that does not declare its access stops the start', async () => {
  await start()
  await expect(startBareServer({ '/forgotten': undefined as never })).rejects.toThrow(
    '/forgotten does not declare who may call it',
  )
})
