import { afterAll, describe, expect, test } from 'vitest'
import { startBareServer } from '../../test/bare-server.ts'
import { everyone } from '../kernel/actor.ts'
import { isOwnOrigin } from './cors.ts'

const routes = { '/prod/api/v1/things': { roles: everyone }, '/open': { roles: 'public' } } as const

const server = await startBareServer(routes, {
  BASE_URL: 'https://desk.service.example',
  SERVICE_DOMAIN: 'service.example',
  RATE_LIMIT_USER_PER_SECOND: '1000',
})
afterAll(() => server.close())

const own = ['https://service.example', 'https://desk.service.example', 'https://a.b.service.example:8443']
const foreign = [
  'null',
  'https://evil-service.example',
  'https://evilservice.example',
  'https://service.example.evil.example',
  'https://service.example.',
  'https://service.exampl',
  'http://service.example',
  'http://desk.service.example',
  'https://service.example/',
  'https://service.example/path',
  'https://user@service.example',
  'https://service.example@evil.example',
  'https://SERVICE.example',
  'https://.service.example.evil',
  'chrome-extension://service.example',
  'file://',
  '*',
  '',
]

test.each(own)('%s may read a response', async (origin) => {
  const { headers } = await server.http.inject({ url: '/open', headers: { origin } })
  expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
  for (const name of [
    'ETag',
    'Location',
    'Link',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
    'WWW-Authenticate',
    'Mcp-Session-Id',
    'Idempotent-Replayed',
  ])
    expect(String(headers['access-control-expose-headers']).split(', ')).toContain(name)
})

test.each(foreign)('%s may not', async (origin) => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await server.http.inject({
      method,
      url: '/open',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(headers.vary).toBe('Origin')
  }
})

describe('a preflight', () => {
  const preflight = (origin: string, url = '/prod/api/v1/things') =>
    server.http.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      },
    })

  test('from an allowed origin needs no token and lists what may be sent', async () => {
    const response = await preflight(own[0]!)
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': own[0],
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
    })
    const allowed = String(response.headers['access-control-allow-headers']).split(', ')
    for (const name of [
      'Authorization',
      'Content-Type',
      'If-Match',
      'Idempotency-Key',
      'X-Request-Id',
      'Cache-Control',
      'Mcp-Protocol-Version',
      'Mcp-Session-Id',
      'Mcp-Method',
      'Mcp-Name',
    ])
      expect(allowed).toContain(name)
  })

  test('has the headers of every response', async () => {
    const { headers } = await preflight(own[0]!)
    expect(headers['x-request-id']).toMatch(/^req_/)
    expect(headers['x-ratelimit-limit']).toMatch(/^\d+$/)
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThanOrEqual(Number(headers['x-ratelimit-limit']))
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('never allows credentials or every origin', async () => {
    for (const origin of [...own, ...foreign]) {
      const { headers } = await preflight(origin)
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers['access-control-allow-origin']).not.toBe('*')
    }
  })

  test('for a path with invalid percent-encoding gets one response', async () => {
    expect((await preflight(own[0]!, '/%zz')).statusCode).toBe(204)
  })
})

test('plain http origins are allowed only if the service itself uses http', () => {
  expect(isOwnOrigin('http://localhost:5173', 'localhost', 'http://localhost:8080')).toBe(true)
  expect(isOwnOrigin('http://localhost:5173', 'localhost', 'https://localhost')).toBe(false)
})
