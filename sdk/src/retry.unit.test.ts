import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionError } from './errors.ts'
import { pauseBefore } from './event-stream.ts'
import {
  delayBefore,
  isRepeatable,
  isWorthRetrying,
  retryPolicy,
  sleep,
  type Outcome,
  type RetryPolicy,
} from './retry.ts'
import { chunksOf } from './server-sent-events.ts'

const answered = (status: number, headers: Record<string, string> = {}): Outcome => ({
  response: new Response(null, { status, headers }),
})
const failedWith = (cause: object): Outcome => ({ error: new ConnectionError('lost', { cause }) })
const lost = failedWith({ code: 'ECONNRESET' })

test.each([
  ['a refusal by the rate limit', answered(429), true, true],
  ['an overloaded service', answered(503), false, true],
  ['a proxy without an answer', answered(502), false, true],
  ['a lost connection', lost, false, true],
  [
    'a refused connection',
    failedWith(new TypeError('failed', { cause: { code: 'ECONNREFUSED' } })),
    true,
    true,
  ],
  ['the first try still running', { ...answered(409), code: 'idempotency_in_progress' }, true, true],
  ['a conflict', { ...answered(409), code: 'invalid_state_transition' }, false, false],
  ['a bug of the service', answered(500), false, false],
  ['bad input', answered(400), false, false],
  ['success', answered(200), false, false],
])('%s: what has an effect is repeated: %s, what may be repeated: %s', (_what, outcome, once, often) => {
  expect([isWorthRetrying(outcome, false), isWorthRetrying(outcome, true)]).toEqual([once, often])
})

test('reads, PUT, DELETE and a POST with its key may be repeated, a PATCH may not', () => {
  const isSafe = (method: string, headers = {}) =>
    isRepeatable(new Request('http://localhost/', { method, headers }))
  expect(['GET', 'PUT', 'DELETE', 'POST', 'PATCH'].map((method) => isSafe(method))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  const key = { 'idempotency-key': 'k' }
  expect([isSafe('POST', key), isSafe('PATCH', key)]).toEqual([true, false])
})

test('delays double up to the longest, with half of them at random', () => {
  const policy = retryPolicy({ minDelay: 100, maxDelay: 1000 })
  const delays = (random: number) =>
    [1, 2, 3, 9].map((retry) => delayBefore(retry, lost, policy, () => random))
  expect(delays(0)).toEqual([50, 100, 200, 500])
  expect(delays(1)).toEqual([100, 200, 400, 1000])
})

test('a stream waits as long as it is asked to, within bounds', () => {
  const pause = (seconds: number | undefined, retryDelay = 2000) =>
    pauseBefore(1, retryDelay, seconds, () => 1)
  expect([pause(undefined), pause(7), pause(0)]).toEqual([4000, 9000, 2000])
  expect([pause(undefined, 1e12), pause(1e9), pause(1e9, 1e12)]).toEqual([30_000, 62_000, 90_000])
})

test('a time beyond the longest timer does not end at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ended: string[] = []
  for (const time of [2 ** 31, Infinity]) {
    void sleep(time).then(() => ended.push(`slept ${time}`))
    const silent = chunksOf(new ReadableStream(), time).next()
    silent.catch(() => ended.push(`lost ${time}`))
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toEqual([])
})

test('an option that is undefined has its default', () => {
  const options = { retries: 1, maxDelay: undefined } as unknown as Partial<RetryPolicy>
  expect(retryPolicy(options)).toEqual({ retries: 1, minDelay: 500, maxDelay: 60_000 })
})

test('Retry-After is waited for, in seconds or as a date, unless it is too long', () => {
  const delay = (value: string) =>
    delayBefore(1, answered(429, { 'retry-after': value }), retryPolicy(), () => 0)
  expect(delay('7')).toBe(7000)
  expect(delay('0')).toBe(0)
  expect(delay(new Date(Date.now() - 5000).toUTCString())).toBe(0)
  expect(delay('61')).toBeUndefined()
  expect(delay('soon')).toBe(250)
})

test('many waits with one signal share a listener, and let go of it at their end', async () => {
  const stop = new AbortController()
  const waits = Promise.allSettled([
    sleep(60_000, stop.signal),
    sleep(60_000, stop.signal),
    sleep(0, stop.signal),
  ])
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
  stop.abort(new Error('enough'))
  expect((await waits).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const { signal } = new AbortController()
  await Promise.all([sleep(0, signal), sleep(1, signal)])
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
