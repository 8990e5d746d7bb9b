import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { startBareServer } from '../../test/bare-server.ts'

const form = 'application/x-www-form-urlencoded'

const app = await startApp()
const token = await app.tokenFor('super_admin')

const replies: [
  title: string,
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD',
  url: string,
  status: number,
][] = [
  ['a 200', 'GET', '/prod/api/v1/health', 200],
  ['a HEAD', 'HEAD', '/prod/api/v1/health', 200],
  ['a 415', 'POST', '/prod/api/v1/clients', 415],
  ['a 400 of the check', 'GET', '/prod/api/v1/clients?limit=0', 400],
  ['a 404 of a record', 'GET', '/prod/api/v1/clients/none', 404],
  ['a 404 of an address', 'GET', '/nowhere', 404],
  ['a 404 of an unreadable address', 'GET', '/%zz', 404],
  ['a 404 of an over-long address', 'GET', `/prod/api/v1/clients/${'a'.repeat(600)}`, 404],
  ['a 405', 'DELETE', '/prod/api/v1/health', 405],
  ['an OPTIONS', 'OPTIONS', '/prod/api/v1/health', 405],
  ['a probe', 'GET', '/healthz', 200],
  ['the metrics', 'GET', '/metrics', 200],
  ['the API description', 'GET', '/prod/api/v1/openapi.json', 200],
  ['the key set', 'GET', '/.well-known/jwks.json', 200],
  ['a refused token request', 'POST', '/oauth2/token', 400],
]
test.each(replies)(
  '%s has the rate limit, request ID and security headers',
  async (_title, method, url, status) => {
    const { statusCode, headers } = await app.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': form }) },
    })
    expect(statusCode).toBe(status)
    expect(headers['x-ratelimit-limit']).toMatch(/^[1-9]\d*$/)
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(1_700_000_000)
    expect(headers['x-request-id']).toMatch(/^req_/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  },
)

test('a 401 and a 403 have them too', async () => {
  const viewer = await app.tokenFor('viewer')
  for (const as of [null, viewer]) {
    const { statusCode, headers } = await app.call('GET', '/clients', { as })
    expect(statusCode).toBe(as ? 403 : 401)
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
    expect(headers['x-request-id']).toMatch(/^req_/)
  }
})

test('HEAD returns the headers of GET without the body', async () => {
  for (const url of ['/clients', '/profile', '/clients/none']) {
    const [head, get] = [await app.call('HEAD', url), await app.call('GET', url)]
    expect(head.statusCode).toBe(get.statusCode)
    expect(head.body).toBe('')
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  }
})

test('Strict-Transport-Security is sent only if the service uses https', async () => {
  for (const [base, header] of [
    ['https://desk.example', 'max-age=31536000; includeSubDomains'],
    ['http://localhost:8080', undefined],
  ] as const) {
    const server = await startBareServer({ '/open': { roles: 'public' } }, { BASE_URL: base })
    const { headers } = await server.http.inject('/open')
    expect(headers['strict-transport-security']).toBe(header)
    await server.close()
  }
})

test('rejected requests are counted, but not by the path that the caller invented', async () => {
  const counted = async () => {
    const { body } = await app.http.inject('/metrics')
    expect(body).not.toContain('made-up')
    return Number(
      /^mainstay_http_requests_total\{method="GET",route="unknown",status="404"\} (\d+)$/m.exec(body)?.[1],
    )
  }
  await app.http.inject('/made-up')
  const before = await counted()
  await app.http.inject('/made-up')
  await app.http.inject('/made-up/%zz')
  expect(await counted()).toBe(before + 2)
})
