import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { openStream, type EventStream } from '../../../test/event-stream.ts'
import { eventually } from '../../../test/eventually.ts'
import { accessToken, askAsClient, makeClient } from '../../../test/identity/token-endpoint.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
const token = await app.tokenFor('viewer')

/** A stream that has started: nothing is missed from now on. */
async function open(query: Record<string, string> = {}, headers: Record<string, string> = {}, as = token) {
  const stream = await openStream(address, as, { query, headers })
  await eventually(() => stream.last_id !== '')
  return stream
}
const subjectsOf = ({ messages }: EventStream) => messages.map(({ data }) => data.subject_id)

test('a stream sends each event as it happens, as Server-Sent Events', async () => {
  const stream = await open()
  const withoutHeartbeats = () => stream.text.replaceAll(/: alive\nid: \d+\n\n/g, '')
  const beginning = withoutHeartbeats()
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.any(String),
    'x-ratelimit-limit': expect.any(String),
  })
  expect(beginning).toMatch(/^retry: 2000\nid: \d+\n\n$/)
  const { id } = await incidents.create({ short_description: 'Two\u2003words, 🔥' })
  const [message] = await stream.received(1)
  const { data } = expectOk<{ data: { seq: number }[] }>(
    await app.call('GET', '/events', { query: { subject_id: id } }),
    200,
  )
  expect(message).toEqual({ id: data[0]!.seq, event: 'incident.created', data: data[0] })
  expect(withoutHeartbeats().slice(beginning.length)).toMatch(
    /^id: \d+\nevent: incident\.created\ndata: \{[^\n]+\}\n\n$/,
  )
  stream.close()
})

test('it starts now, after a number, or at Last-Event-ID', async () => {
  const [first, second] = [await incidents.create(), await incidents.create()]
  const early = await open({ after: '0' })
  await eventually(() => subjectsOf(early).includes(second.id))
  const numberOf = (id: string) => early.messages.find(({ data }) => data.subject_id === id)!.id
  const now = await open()
  const after = await open({ after: String(numberOf(first.id)) })
  const resumed = await open({ after: '0' }, { 'last-event-id': String(numberOf(first.id)) })
  const third = await incidents.create()
  await Promise.all([now.received(1), after.received(2), resumed.received(2)])
  expect(subjectsOf(now)).toEqual([third.id])
  expect(subjectsOf(after)).toEqual([second.id, third.id])
  expect(subjectsOf(resumed)).toEqual([second.id, third.id])
  for (const stream of [early, now, after, resumed]) stream.close()
})

test('a number from before a restore, greater than all of the log, starts it now', async () => {
  const streams = [await open({}, { 'last-event-id': '999999999' }), await open({ after: '999999999' })]
  const { id } = await incidents.create()
  for (const stream of streams) {
    await stream.received(1)
    expect(subjectsOf(stream)).toEqual([id])
    expect(Number(stream.last_id)).toBeLessThan(999_999_999)
    stream.close()
  }
})

test('it sends only the requested types', async () => {
  const type = 'incident.priority_changed,incident.resolved'
  const stream = await open({ type })
  const { id } = await incidents.create()
  await incidents.change(id, { priority: 'P1', state: 'in_progress' })
  await incidents.change(id, { state: 'resolved' })
  const messages = await stream.received(2)
  expect(messages.map(({ event }) => event)).toEqual(['incident.priority_changed', 'incident.resolved'])
  stream.close()
})

test('it sends nothing about deleted records', async () => {
  const [kept, gone] = [await incidents.create(), await incidents.create()]
  await incidents.remove(gone.id)
  const last = await incidents.create()
  const stream = await open({ after: '0' })
  await eventually(() => subjectsOf(stream).includes(last.id))
  expect(subjectsOf(stream)).toContain(kept.id)
  expect(subjectsOf(stream)).not.toContain(gone.id)
  stream.close()
})

test('a log longer than one batch is sent completely and in order', async () => {
  await app.query(`insert into events (id, type, subject_id, actor_id, occurred_at, data)
    select 'evt_' || n, case when n = 1000 then 'change.approved' else 'ci.discovered' end, 'CI' || n, 'x', now(), '{}'
    from generate_series(1, 1000) n`)
  const stream = await open({ after: '0', type: 'ci.discovered' })
  await stream.received(999)
  expect(subjectsOf(stream)).toEqual(Array.from({ length: 999 }, (_, i) => `CI${i + 1}`))
  const rare = await open({ after: '0', type: 'change.approved' })
  expect((await rare.received(1))[0]!.data.subject_id).toBe('CI1000')
  for (const each of [stream, rare]) each.close()
})

test('an idle stream sends heartbeats with the current position', async () => {
  const stream = await open({ type: 'request.approved' })
  const before = Number(stream.last_id)
  await incidents.create()
  await eventually(() => stream.text.includes(': alive\n') && Number(stream.last_id) > before)
  expect(stream.messages).toEqual([])
  stream.close()
})

test.for(['', 'abc', '-1', '1.5', '1e3', '9'.repeat(16), '1 2'])(
  'Last-Event-ID %j is refused',
  async (id) => {
    const headers = { 'last-event-id': id }
    const problem = expectProblem(
      await app.call('GET', '/events/stream', { headers }),
      400,
      'validation_error',
    )
    expect(problem.errors).toMatchObject([{ field: 'Last-Event-ID' }])
  },
)

test.for([{ type: 'incident.deleted' }, { after: '-1' }, { after: '1e308' }, { limit: '5' }])(
  '%j is refused',
  async (query) => {
    expect((await app.call('GET', '/events/stream', { query: query as never })).statusCode).toBe(400)
  },
)

test('a stream requires a token, and HEAD opens none', async () => {
  expectProblem(await app.call('GET', '/events/stream', { as: null }), 401, 'unauthenticated')
  const head = await app.call('HEAD', '/events/stream')
  expect(head.statusCode).toBe(405)
  expect(head.headers.allow).toBe('GET')
})

test('a stream ends when its token is no longer valid', async () => {
  const client = await makeClient(app, 'viewer')
  const stream = await open({}, {}, accessToken(await askAsClient(app, client)))
  const other = await open()
  expectOk(await app.call('DELETE', `/clients/${client.id}`), 200)
  await eventually(() => stream.ended)
  expect(other.ended).toBe(false)
  const { id } = await incidents.create()
  await other.received(1)
  expect(subjectsOf(other)).toEqual([id])
  expect(stream.messages).toEqual([])
  other.close()
})

test('no event is sent once its token is revoked', async () => {
  const client = await makeClient(app, 'viewer')
  const as = accessToken(await askAsClient(app, client))
  const stream = await open({}, {}, as)
  const other = await open()
  expectOk(await app.call('DELETE', `/clients/${client.id}`), 200)
  await eventually(async () => (await app.call('GET', '/profile', { as })).statusCode === 401)
  await incidents.create()
  await other.received(1)
  await eventually(() => stream.ended)
  expect(stream.messages).toEqual([])
  other.close()
})

test('a caller has at most twenty streams, independent of others', async () => {
  const as = await app.tokenFor('viewer')
  const streams = await Promise.all(Array.from({ length: 20 }, () => open({}, {}, as)))
  const refused = await openStream(address, as)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  await eventually(() => refused.text.includes('"rate_limited"'))
  expect((await open()).status).toBe(200)
  streams[7]!.close()
  await eventually(async () => {
    const again = await openStream(address, as)
    if (again.status !== 200) return false
    again.close()
    return true
  })
  for (const stream of streams) stream.close()
})

test('open streams do not count as requests in progress', async () => {
  const streams = await Promise.all(Array.from({ length: 15 }, () => open()))
  const { body } = await app.http.inject('/metrics')
  const [, inFlight] = /^mainstay_http_in_flight (\d+)$/m.exec(body)!
  expect(Number(inFlight)).toBeLessThan(5)
  for (const stream of streams) stream.close()
})
