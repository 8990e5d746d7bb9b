import { expect, test } from 'vitest'
import { ConnectionError } from './errors.ts'
import { defaultRetryPolicy, delayBefore, isRepeatable, isWorthRetrying, type Outcome } from './retry.ts'

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
  const policy = { ...defaultRetryPolicy, minDelay: 100, maxDelay: 1000 }
  const delays = (random: number) =>
    [1, 2, 3, 9].map((retry) => delayBefore(retry, lost, policy, () => random))
  expect(delays(0)).toEqual([50, 100, 200, 500])
  expect(delays(1)).toEqual([100, 200, 400, 1000])
})

test('Retry-After is waited for, in seconds or as a date, unless it is too long', () => {
  const delay = (value: string) =>
    delayBefore(1, answered(429, { 'retry-after': value }), defaultRetryPolicy, () => 0)
  expect(delay('7')).toBe(7000)
  expect(delay('0')).toBe(0)
  expect(delay(new Date(Date.now() - 5000).toUTCString())).toBe(0)
  expect(delay('61')).toBeUndefined()
  expect(delay('soon')).toBe(250)
})
