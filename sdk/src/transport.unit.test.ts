import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAtEnd } from '../../server/test/cleanup.ts'
import {
  AuthenticationError,
  ConnectionError,
  Mainstay,
  RateLimitError,
  ServerError,
  ValidationError,
  type MainstayOptions,
} from './index.ts'

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

type Step = (response: ServerResponse, request: ReceivedRequest) => void

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Step => {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}
const cut: Step = (response) => void response.destroy()
const cutInTheMiddle: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"id": "INC', () => response.destroy())
}
const problem = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { status, code, message: `It is ${code}`, request_id: 'req_1' }, headers)
const found = json(200, { id: 'INC0000001' })

/** A service that answers in the given steps, and then always with the last. */
async function serve(...steps: Step[]) {
  const seen: ReceivedRequest[] = []
  const exchanges: URLSearchParams[] = []
  let lifetime = 3600
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks).toString()
      if (request.url === '/oauth2/token') {
        const count = exchanges.push(new URLSearchParams(body))
        return json(200, { access_token: `token-${count}`, expires_in: lifetime })(
          response,
          undefined as never,
        )
      }
      const entry = { method: request.method!, url: request.url!, headers: request.headers, body }
      const step = steps[Math.min(seen.push(entry), steps.length) - 1]!
      return step(response, entry)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = (options: Partial<MainstayOptions> = { apiKey: 'mk_1' }) =>
    new Mainstay({ baseUrl, retry: { minDelay: 1 }, ...options } as MainstayOptions)
  return { seen, exchanges, baseUrl, open, expireAfter: (seconds: number) => (lifetime = seconds) }
}

afterEach(() => void vi.useRealTimers())

test('reads are repeated after a 429, a 503, a cut connection and half a response', async () => {
  const steps = [problem(429, 'rate_limited', { 'retry-after': '0' }), problem(503, 'overloaded'), cut]
  const service = await serve(...steps, cutInTheMiddle, found)
  expect(await service.open().incidents.get('INC0000001')).toEqual({ id: 'INC0000001' })
  expect(service.seen).toHaveLength(5)
})

test('every try of a POST has the same Idempotency-Key, and the next call another', async () => {
  const service = await serve(cut, problem(409, 'idempotency_in_progress'), json(201, { id: 'INC0000001' }))
  const client = service.open()
  await client.incidents.create({ short_description: 'Mail is down' })
  await client.incidents.create({ short_description: 'Mail is down' })
  const keys = service.seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(4)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[0]).toMatch(/^[\da-f]{32}$/)
  expect(keys[3]).not.toBe(keys[0])
  expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1)
  await client.incidents.create({ short_description: 'Mine' }, { idempotencyKey: 'mine' })
  expect(service.seen.at(-1)!.headers['idempotency-key']).toBe('mine')
})

test('a PATCH is repeated only when it certainly had no effect', async () => {
  const limited = await serve(problem(429, 'rate_limited', { 'retry-after': '0' }), found)
  await limited.open().incidents.update('INC0000001', { work_note: 'Once' })
  expect(limited.seen).toHaveLength(2)
  for (const [step, error] of [
    [cut, ConnectionError],
    [problem(503, 'overloaded'), ServerError],
  ] as const) {
    const service = await serve(step, found)
    await expect(service.open().incidents.update('INC0000001', { work_note: 'Once' })).rejects.toThrow(error)
    expect(service.seen).toHaveLength(1)
  }
})

test('after the last retry the error has the body of the problem', async () => {
  const service = await serve(problem(429, 'rate_limited', { 'retry-after': '0', 'x-request-id': 'req_1' }))
  const error = await service
    .open({ apiKey: 'mk_1', retry: { retries: 2, minDelay: 1 } })
    .incidents.get('INC0000001')
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: 'It is rate_limited',
    request_id: 'req_1',
    retry_after: 0,
    problem: { code: 'rate_limited' },
  })
  expect(service.seen).toHaveLength(3)
})

test('what a proxy answers in HTML is an error too, and bad input is not repeated', async () => {
  const html: Step = (response) =>
    void response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>no</h1>')
  const service = await serve(html)
  await expect(service.open().incidents.create({ short_description: '' })).rejects.toThrow(ValidationError)
  expect(service.seen).toHaveLength(1)
})

test('concurrent calls share one exchange of the key', async () => {
  const service = await serve(found)
  const client = service.open()
  await Promise.all(Array.from({ length: 20 }, () => client.incidents.get('INC0000001')))
  expect(service.exchanges).toHaveLength(1)
  expect(Object.fromEntries(service.exchanges[0]!)).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'mk_1',
    subject_token_type: 'urn:mainstay:token-type:api-key',
  })
  expect(new Set(service.seen.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-1']),
  )
})

test('a token is renewed before it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const service = await serve(found)
  service.expireAfter(900)
  const client = service.open({ clientId: 'bot', clientSecret: 's' } as Partial<MainstayOptions>)
  const callAfter = async (seconds: number) => {
    vi.setSystemTime(Date.now() + seconds * 1000)
    await client.incidents.get('INC0000001')
    return service.exchanges.length
  }
  expect([await callAfter(0), await callAfter(839), await callAfter(2), await callAfter(839)]).toEqual([
    1, 1, 2, 2,
  ])
})

test('a refused token is renewed once, then the refusal is final', async () => {
  const refused = problem(401, 'unauthenticated')
  const once = await serve(refused, found)
  await once.open().incidents.get('INC0000001')
  expect(once.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  const always = await serve(refused)
  await expect(always.open().incidents.get('INC0000001')).rejects.toThrow(AuthenticationError)
  expect([always.seen.length, always.exchanges.length]).toEqual([2, 2])
})

test('a given token is used as it is, and a function is told which one was refused', async () => {
  const fixed = await serve(problem(401, 'unauthenticated'))
  await expect(fixed.open({ token: 'given' }).incidents.get('INC0000001')).rejects.toThrow(
    AuthenticationError,
  )
  expect(fixed.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer given'])
  const service = await serve(problem(401, 'unauthenticated'), found)
  const token = (rejected?: string) => (rejected ? `after ${rejected}` : 'first')
  await service.open({ token }).incidents.get('INC0000001')
  expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer first',
    'Bearer after first',
  ])
})

test('concurrent calls whose token was refused ask for a new one once', async () => {
  const service = await serve((response, { headers }) =>
    (headers.authorization === 'Bearer fresh' ? found : problem(401, 'unauthenticated'))(
      response,
      undefined as never,
    ),
  )
  const renewals: string[] = []
  let stored = 'old'
  const token = async (rejected?: string) => {
    await Promise.resolve()
    if (rejected) {
      renewals.push(rejected)
      stored = 'fresh'
    }
    return stored
  }
  const client = service.open({ token })
  await Promise.all(Array.from({ length: 20 }, () => client.incidents.get('INC0000001')))
  expect(renewals).toEqual(['old'])
})

test('a signal ends a call at once, also while it waits for the next try', async () => {
  const service = await serve(problem(503, 'overloaded', { 'retry-after': '50' }))
  const stop = new AbortController()
  const call = service.open().incidents.get('INC0000001', { signal: stop.signal })
  await vi.waitFor(() => expect(service.seen).toHaveLength(1))
  stop.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('a service that does not answer in time is a connection error', async () => {
  const service = await serve(() => undefined)
  const client = service.open({ apiKey: 'mk_1', timeout: 50, retry: { retries: 1, minDelay: 1 } })
  await expect(client.incidents.get('INC0000001')).rejects.toThrow(ConnectionError)
  expect(service.seen).toHaveLength(2)
})

test('ids are encoded, and what is none never leaves the machine', async () => {
  const service = await serve(found)
  const client = service.open()
  await client.incidents.get('a/b?c')
  expect(service.seen[0]!.url).toBe('/prod/api/v1/incidents/a%2Fb%3Fc')
  for (const id of ['', '.', '..', undefined as unknown as string])
    await expect(client.incidents.get(id)).rejects.toThrow(TypeError)
  expect(service.seen).toHaveLength(1)
})

test('the address may be given with the path of the API, and headers of your own are sent', async () => {
  const service = await serve(found)
  for (const end of ['/', '/prod/api', '/prod/api/v1/'])
    await service
      .open({ token: 't', baseUrl: service.baseUrl + end, headers: { 'x-team': 'ops' } })
      .incidents.get('INC0000001')
  expect(new Set(service.seen.map(({ url }) => url))).toEqual(new Set(['/prod/api/v1/incidents/INC0000001']))
  expect(service.seen[0]!.headers['x-team']).toBe('ops')
})

test('the raw client returns errors instead of throwing them', async () => {
  const service = await serve(problem(404, 'not_found'))
  const { data, error, response } = await service
    .open()
    .api.GET('/incidents/{id}', { params: { path: { id: 'INC0000001' } } })
  expect([data, error?.code, response.status]).toEqual([undefined, 'not_found', 404])
})
