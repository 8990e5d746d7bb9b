import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../server/test/eventually.ts'
import { begin, mute, serveSteps, type Step } from '../../server/test/sdk-service.ts'
import { ConnectionError, type Mainstay } from './index.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Node 20 loses signals of requests in a garbage collection. */
async function collectGarbage(): Promise<void> {
  collect()
  await setImmediate()
}

/** Until the service has the request, and nothing else holds on to it. */
async function isWaiting({ seen }: { seen: unknown[] }): Promise<void> {
  await eventually(() => seen.length === 1)
  await collectGarbage()
}

const token = { token: 't' }

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}
async function read(stream: ReadableStream<unknown>): Promise<void> {
  const reader = stream.getReader()
  while (!(await reader.read()).done);
}

type Use = (client: Mainstay, signal?: AbortSignal) => Promise<unknown>
const get: Use = (client, signal) => client.incidents.get('INC0000001', signal && { signal })
const raw: Use = (client, signal) =>
  client.api.GET('/incidents/{id}', { params: { path: { id: 'INC0000001' } }, signal: signal ?? null })
const replaced: Use = (client, signal) => {
  client.api.use({ onRequest: ({ request }) => new Request(request, { headers: {} }) })
  return raw(client, signal)
}
const limited: Use = (client, signal) => {
  client.api.use({ onRequest: ({ request }) => new Request(request, { signal: signal ?? null }) })
  return raw(client, new AbortController().signal)
}
const fetched: Use = async (client, signal) =>
  read((await client.fetch('/mcp', { signal: signal ?? null })).body!)
const exported: Use = async (client, signal) => read(await client.incidents.export({}, signal && { signal }))
const answered: Use = (client, signal) => drain(client.ai.stream({ query: 'q' }, signal && { signal }))

test.for<[string, Use, Step]>([
  ['a call', get, mute],
  ['a call whose response does not end', get, begin('{')],
  ['a raw call', raw, mute],
  ['a raw call whose request middleware replaced', replaced, mute],
  ['a raw call to which middleware gave it', limited, mute],
  ['a fetch that waits', fetched, mute],
  ['a fetch that reads', fetched, begin('x')],
  ['an export', exported, begin('id')],
  ['an answer', answered, begin(': begun\n\n')],
])('the signal of the caller ends %s', async ([, use, step]) => {
  const service = await serveSteps(step)
  const stop = new AbortController()
  const used = use(service.open(token), stop.signal)
  await isWaiting(service)
  stop.abort(new Error('enough'))
  await expect(used).rejects.toThrow('enough')
})

test('a signal that lives on is let go of at the end of each use', async () => {
  const service = await serveSteps((response) => response.end('{}'))
  const { signal } = new AbortController()
  for (const use of [get, raw, replaced, fetched, exported]) await use(service.open(token), signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test.for<[string, Use]>([
  ['calls', get],
  ['fetches', fetched],
  ['exports', exported],
])('concurrent %s with one signal share a listener, and all end with it', async ([, use]) => {
  const service = await serveSteps(mute)
  const client = service.open(token)
  const stop = new AbortController()
  const calls = Promise.allSettled([use(client, stop.signal), use(client, stop.signal)])
  await eventually(() => service.seen.length === 2)
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
  stop.abort(new Error('enough'))
  const ended = { reason: { message: 'enough' } }
  expect(await calls).toMatchObject([ended, ended])
})

test.for<[string, Use]>([
  ['a call', get],
  ['a raw call', raw],
  ['a fetch', fetched],
  ['an export', exported],
  ['an answer', answered],
])('%s without an answer is given up after the timeout', async ([, use]) => {
  const service = await serveSteps(mute)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const used = use(service.open({ ...token, timeout: 1000, retry: { retries: 0 } }))
  const expire = async () => {
    await isWaiting(service)
    vi.advanceTimersByTime(1000)
  }
  await Promise.all([expire(), expect(used).rejects.toThrow(ConnectionError)])
})

test.for<[string, Step]>([
  ['connects', mute],
  ['is open', begin('data: {}\n\n')],
])('the signal of the caller ends a stream of events that %s', async ([, step]) => {
  const service = await serveSteps(step)
  const stop = new AbortController()
  const streaming = drain(service.open(token).events.stream({ signal: stop.signal }))
  await isWaiting(service)
  stop.abort()
  expect(await streaming).toBeUndefined()
})

test('a stream of events that does not open is opened again', async () => {
  const service = await serveSteps(mute)
  const stop = new AbortController()
  const reasons: Error[] = []
  const onReconnect = (reason: Error) => {
    reasons.push(reason)
    stop.abort()
  }
  await drain(service.open(token).events.stream({ idleTimeout: 50, signal: stop.signal, onReconnect }))
  expect(reasons).toEqual([expect.any(ConnectionError)])
})

test('a call that waits for a token ends with its signal, and the exchange serves the others', async () => {
  const service = await serveSteps((response) => response.end('{}'))
  let answer: () => void = () => undefined
  service.exchangeBy((response) => {
    answer = () => response.end('{"access_token":"late","expires_in":900}')
  })
  const client = service.open()
  const stop = new AbortController()
  const ended = get(client, stop.signal)
  const other = get(client)
  await eventually(() => service.exchanges.length === 1)
  stop.abort(new Error('enough'))
  await expect(ended).rejects.toThrow('enough')
  answer()
  await other
  expect(service.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer late'])
})
