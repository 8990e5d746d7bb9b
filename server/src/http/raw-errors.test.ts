import { afterAll, expect, test } from 'vitest'
import { startBareServer } from '../../test/bare-server.ts'
import { rawRequest } from '../../test/raw-request.ts'

const server = await startBareServer(
  Object.fromEntries(
    ['/probe', '/prod/api/v1/probe'].map((route) => [route, { roles: 'public', exempt: 'probe' } as const]),
  ),
  { RATE_LIMIT_USER_PER_SECOND: '1000' },
  (http) => http.post('/probe', { config: { access: { roles: 'public' } } }, async () => ({ ok: true })),
)
const address = await server.http.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => server.close())

const broken: [title: string, request: string, status: number, code: string][] = [
  [
    'headers of more than 16 KiB',
    `GET /probe HTTP/1.1\r\nHost: x\r\nX-Bomb: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'thousands of headers',
    `GET /probe HTTP/1.1\r\nHost: x\r\n${'X-B: 1\r\n'.repeat(5000)}\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'an address of more than 16 KiB',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['an unknown method', 'BREW /probe HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['an unknown version', 'GET /probe HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['a header without a name', 'GET /probe HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    'POST /probe HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
    'malformed_request',
  ],
  [
    'a length and chunks',
    'POST /probe HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'a chunk of nonsense',
    'POST /probe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'malformed_request',
  ],
  ['no Host', 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  [
    'an expectation that nobody knows',
    'GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
    404,
    'not_found',
  ],
  [
    'an address that is not percent-encoded text',
    'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    404,
    'not_found',
  ],
  [
    'a method that no route has',
    'TRACE /probe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    405,
    'method_not_allowed',
  ],
  [
    'a method that requires a Content-Type and has none',
    'QUERY /probe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    405,
    'method_not_allowed',
  ],
]
test.each(broken)('%s gets a problem and the standard headers', async (_title, request, status, code) => {
  const reply = await rawRequest(address, request)
  expect(reply.status).toBe(status)
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = JSON.parse(reply.body) as Record<string, unknown>
  expect(problem).toMatchObject({ status, code, request_id: reply.headers['x-request-id'] })
  expect(problem.title).not.toBe('Error')
  expect(reply.reason).toBe(problem.title)
  expect(Number(reply.headers['x-ratelimit-limit'])).toBeGreaterThan(0)
  expect(reply.headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
  expect(Number(reply.headers['x-ratelimit-remaining'])).toBeLessThanOrEqual(
    Number(reply.headers['x-ratelimit-limit']),
  )
  expect(Number(reply.headers['x-ratelimit-reset'])).toBeGreaterThan(1_700_000_000)
})

test('HTTP/1.0 without a Host header is served', async () => {
  const reply = await rawRequest(address, 'GET /probe HTTP/1.0\r\n\r\n')
  expect(reply.status).toBe(200)
})

test('the service keeps working after all of this', async () => {
  const reply = await rawRequest(address, 'GET /probe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(reply).toMatchObject({ status: 200, body: '{"ok":true}' })
})

test.each(['http://x/probe', 'http://x/prod/api/v1/probe', 'http://x/prod/api/probe?a=1'])(
  'the whole address is accepted instead of its path: %s',
  async (url) => {
    const reply = await rawRequest(address, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(reply.status).toBe(200)
  },
)
