import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../server/test/eventually.ts'
import {
  cut,
  cutAfter,
  found,
  json,
  mute,
  problem,
  serveSteps as serve,
  type Step,
} from '../../server/test/sdk-service.ts'
import {
  AuthenticationError,
  ConnectionError,
  JobTimeoutError,
  Mainstay,
  MainstayError,
  RateLimitError,
  ServerError,
  ValidationError,
  type MainstayOptions,
} from './index.ts'

const answer =
  (body: string): Step =>
  (response) =>
    void response.end(body)
const failures = [problem(429, 'rate_limited', { 'retry-after': '0' }), problem(503, 'overloaded'), cut]

afterEach(() => void vi.useRealTimers())

test('reads are repeated after a 429, a 503, a cut connection and half a response', async () => {
  const service = await serve(...failures, cutAfter('{"id": "INC'), found)
  expect(await service.open().incidents.get('INC0000001')).toEqual({ id: 'INC0000001' })
  expect(service.seen).toHaveLength(5)
})

test('an export is repeated until it begins, and fails when it is cut', async () => {
  const service = await serve(...failures, cutAfter('id\r\nINC'))
  const pieces = (await service.open().incidents.export()).getReader()
  expect(await pieces.read()).toMatchObject({ value: 'id\r\nINC' })
  await expect(pieces.read()).rejects.toThrow(ConnectionError)
  expect(service.seen).toHaveLength(4)
  const refused = await serve(problem(400, 'validation_error'))
  await expect(refused.open().incidents.export()).rejects.toThrow(ValidationError)
})

test('a streamed answer that is cut is a connection error', async () => {
  const service = await serve(cutAfter('event: delta\ndata: {"text":"All"}\n\n'))
  const answer = service.open().ai.stream({ query: 'open incidents' })
  expect(await answer.next()).toMatchObject({ value: 'All' })
  await expect(answer.next()).rejects.toThrow(ConnectionError)
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
  expect(Object.fromEntries(service.exchanges[0]!.form)).toEqual({
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
  service.expireAfter(undefined)
  expect([await callAfter(2), await callAfter(260)]).toEqual([3, 3])
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
  await eventually(() => service.seen.length === 1)
  stop.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('a service that does not answer in time is a connection error', async () => {
  const service = await serve(mute)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const client = service.open({ apiKey: 'mk_1', timeout: 1000, retry: { retries: 1, minDelay: 1 } })
  const call = client.incidents.get('INC0000001')
  const expireTwice = async () => {
    await eventually(() => service.seen.length === 1)
    vi.advanceTimersByTime(1000)
    await eventually(() => {
      vi.advanceTimersByTime(1) // the pause before the second try
      return service.seen.length === 2
    })
    vi.advanceTimersByTime(1000)
  }
  await Promise.all([expireTwice(), expect(call).rejects.toThrow(ConnectionError)])
  expect(service.seen).toHaveLength(2)
})

test('ids are encoded, and what is none never leaves the machine', async () => {
  const service = await serve(found)
  const client = service.open()
  await client.incidents.get('a/b?c')
  expect(service.seen[0]!.url).toBe('/prod/api/v1/incidents/a%2Fb%3Fc')
  for (const id of ['', '.', '..', undefined as unknown as string])
    for (const call of [
      () => client.incidents.get(id),
      () => client.incidents.notes.list(id).take(1),
      () => client.attachments.download(id),
      () => client.imports.send(id, ''),
      () => client.webhooks.inbound.test(id),
      () => client.jobs.waitFor({ job_id: id }),
    ])
      await expect(call()).rejects.toThrow(TypeError)
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

test('headers of your own go with the exchange of the key, but not to another host', async () => {
  const [service, other] = [await serve(found), await serve(found)]
  const options = { apiKey: 'mk_1', headers: { 'x-team': 'ops' } }
  await service.open(options).incidents.get('INC0000001')
  await service.open({ ...options, authUrl: other.baseUrl }).incidents.get('INC0000001')
  expect([service, other].map(({ exchanges }) => exchanges.map(({ headers }) => headers['x-team']))).toEqual([
    ['ops'],
    [undefined],
  ])
})

test('fetch appends the path to the address, and sends the token nowhere else', async () => {
  const service = await serve(found)
  const client = service.open({ token: 't', baseUrl: `${service.baseUrl}/desk` })
  const { url, redirected } = await client.fetch('/mcp?x=1')
  expect([url, redirected]).toEqual([`${service.baseUrl}/desk/mcp?x=1`, false])
  expect(service.seen[0]!.url).toBe('/desk/mcp?x=1')
  for (const path of [
    'http://127.0.0.1:1/',
    '//127.0.0.1:1/',
    String.raw`/\127.0.0.1:1/`,
    '@127.0.0.1:1/',
    'mcp',
    '',
  ])
    await expect(client.fetch(path)).rejects.toThrow(TypeError)
  expect(service.seen).toHaveLength(1)
})

test.each([undefined, 'localhost:8080', 'desk.example.com:8443', 'ftp://desk.example.com'])(
  '%s is no address of a service',
  (baseUrl) => {
    expect(() => new Mainstay({ baseUrl: baseUrl as string, token: 't' })).toThrow(/^baseUrl must be/)
  },
)

test.for<[string, object]>([
  ['nothing', {}],
  ['an unset key', { apiKey: undefined }],
  ['an empty token', { token: '' }],
  ['a client without its secret', { clientId: 'deploy', clientSecret: '' }],
])('%s is no credential', ([, credentials]) => {
  const options = { baseUrl: 'http://localhost:8080', ...credentials }
  expect(() => new Mainstay(options as { baseUrl: string; token: string })).toThrow(
    /^Credentials are missing: give clientId and clientSecret, an apiKey or a token$/,
  )
})

test('a refused key is wrong credentials, and no invalid input', async () => {
  const service = await serve(found)
  service.exchangeBy(json(400, { error: 'invalid_grant', error_description: 'the API key is expired' }))
  const call = service.open({ apiKey: 'mk_1' }).incidents.get('INC0000001')
  await expect(call).rejects.toBeInstanceOf(AuthenticationError)
  await expect(call).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
})

test('what only the parser of addresses finds out gets no token either', async () => {
  const sent: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    sent.push((input as Request).url)
    return new Response()
  }
  // As in a page, where the address of the service may be empty: the path alone decides.
  const client = new Mainstay({ baseUrl: 'http:', token: 't', fetch })
  await expect(client.fetch('/\t/127.0.0.1:1/')).rejects.toThrow(TypeError)
  expect(sent).toEqual([])
})

test.for<[string, Step, (client: Mainstay) => Promise<unknown>]>([
  ['a page', answer('<h1>Sign in</h1>'), (client) => client.incidents.get('INC0000001')],
  ['nothing', answer(''), (client) => client.incidents.get('INC0000001')],
  ['null', json(200, null), (client) => client.incidents.list().take(1)],
  ['an object that is no list', json(200, {}), (client) => client.incidents.list().take(1)],
])('an answer that is %s is not that of a Mainstay service', async ([, step, use]) => {
  const service = await serve(step)
  const error = await use(service.open()).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(MainstayError)
  expect(error).toMatchObject({ message: `${service.baseUrl} does not answer like a Mainstay service` })
})

test.for(['{}', 'null', '<h1>Sign in</h1>'])('a token endpoint does not answer %s', async (body) => {
  const service = await serve(found)
  service.exchangeBy(answer(body))
  await expect(service.open().incidents.get('INC0000001')).rejects.toThrow(
    `${service.baseUrl} does not answer like a Mainstay service`,
  )
  expect(service.seen).toEqual([])
})

test('required parameters are arguments, and a version may be a number', async () => {
  const service = await serve(found)
  const client = service.open()
  await client.articles.versions.get('KB0000001', 2)
  await client.articles.versions.restore('KB0000001', '3')
  await client.search.find({ q: 'mail' })
  // @ts-expect-error -- the words to search for are missing
  await client.search.find()
  // @ts-expect-error -- the addresses are missing
  await client.people.names()
  // @ts-expect-error -- the number of a record is a text
  await client.articles.get(2)
  // @ts-expect-error -- the service recognises only a POST that is repeated
  await client.incidents.update('INC0000001', { work_note: 'Once' }, { idempotencyKey: 'mine' })
  // @ts-expect-error -- a version is compared only before a change
  await client.incidents.get('INC0000001', undefined, { ifVersion: 1 })
  // @ts-expect-error -- a note has no version
  await client.incidents.notes.create('INC0000001', { body: 'Seen' }, { ifVersion: 1 })
  // @ts-expect-error -- nothing has a version before it is created
  await client.changes.create({ short_description: 'Replace the switch' }, { ifVersion: 1 })
  // @ts-expect-error -- watching changes no version
  await client.changes.watch('CHG0000001', { ifVersion: 1 })
  await client.changes.submit('CHG0000001', { ifVersion: 1, idempotencyKey: 'mine' })
  await client.changes.approve('CHG0000001', {}, { ifVersion: 1 })
  await client.incidents.delete('INC0000001', { ifVersion: 1 })
  // @ts-expect-error -- only client.ai.stream streams the answer
  await client.ai.query({ query: 'open incidents', stream: true })
  expect(service.seen[0]!.url).toBe('/prod/api/v1/knowledge/articles/KB0000001/versions/2')
  expect(service.seen.at(-1)!.url).toBe('/prod/api/v1/ai/query')
})

test('a body that is left out is sent as an empty one', async () => {
  const service = await serve(json(202, { job_id: 'job_1' }))
  await service.open().webhooks.outbound.replay('wh_out_1')
  expect(service.seen).toMatchObject([{ headers: { 'content-type': 'application/json' }, body: '{}' }])
})

test('waiting for a job ends with its time, not an interval later', async () => {
  const service = await serve(json(200, { job_id: 'job_1', status: 'running', processed: 0, total: 1 }))
  const waiting = service.open().jobs.waitFor('job_1', { timeout: 30, interval: 600_000 })
  await expect(waiting).rejects.toThrow(JobTimeoutError)
})

test('the raw client returns errors instead of throwing them', async () => {
  const service = await serve(problem(404, 'not_found'))
  const { data, error, response } = await service
    .open()
    .api.GET('/incidents/{id}', { params: { path: { id: 'INC0000001' } } })
  expect([data, error?.code, response.status]).toEqual([undefined, 'not_found', 404])
})

test('middleware of the raw client may send another request', async () => {
  const service = await serve(found)
  const client = service.open()
  client.api.use({ onRequest: ({ request }) => new Request(request, { headers: { 'x-team': 'ops' } }) })
  await client.api.GET('/incidents')
  await client.incidents.get('INC0000001')
  expect(service.seen.map(({ headers }) => headers['x-team'])).toEqual(['ops', 'ops'])
})
