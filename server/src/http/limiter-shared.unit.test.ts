import assert from 'node:assert/strict'
import { beforeEach, expect, test } from 'vitest'
import type { Channel } from '../kernel/channel.ts'
import { second } from '../kernel/durations.ts'
import type { Bucket, Charge, Verdict } from './gcra.ts'
import { LimiterHub, type TokenRequest } from './limiter-hub.ts'
import { sharedLimiter } from './limiter-shared.ts'

const workers = 2
let now = 0
let messages = 0
let isAway = false
const clock = () => now
beforeEach(() => {
  now = messages = 0
  isAway = false
})

/** The supervisor's buckets behind a channel without processes. */
function openLimiters() {
  const hub = new LimiterHub(clock)
  const channel = {
    call: async (_name: string, requests: TokenRequest[]) => {
      messages++
      if (isAway) throw new Error('No answer')
      return hub.take(requests, workers)
    },
  } as unknown as Channel
  return [sharedLimiter(channel, clock), sharedLimiter(channel, clock)] as const
}

const low: Bucket = { name: 'low', limit: 30, period: 60 * second, burst: 30 }
const high: Bucket = { name: 'high', limit: 100_000, period: second, burst: 100_000 }
const charge = (bucket: Bucket, cost: 0 | 1 = 1): Charge => ({ bucket, owner: 'all', cost })

test('workers that take turns count down one bucket, and the last token is the last', async () => {
  const limiters = openLimiters()
  const verdicts: Verdict[] = []
  for (let i = 0; i < 31; i++) verdicts.push(await limiters[i % 2]!.take([charge(low)]))
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([
    ...Array.from({ length: 30 }, (_, i) => 29 - i),
    0,
  ])
  expect(verdicts.map(({ allowed }) => allowed).lastIndexOf(true)).toBe(29)
})

test('a refusal by one bucket takes nothing from the others', async () => {
  const [limiter] = openLimiters()
  for (let i = 0; i < 30; i++) await limiter.take([charge(low)])
  expect(await limiter.take([charge(high), charge(low)])).toMatchObject({ allowed: false })
  expect(await limiter.take([charge(high)])).toMatchObject({ remaining: high.burst - 1 })
})

test('a busy bucket with a high limit costs few messages, and no more than it holds is given out', async () => {
  const [one, other] = openLimiters()
  let waited = 0
  for (let i = 0; i < 4000; i++) {
    now += 0.1 // ten requests a millisecond
    const verdict = (i % 2 ? one : other).take([charge(high)])
    if (verdict instanceof Promise) waited++
    assert.ok((await verdict).allowed)
    if (i % 20 === 0) await new Promise(setImmediate) // answers come in
  }
  expect(messages).toBeLessThan(4000 / 4)
  expect(waited).toBeLessThan(4000 / 4)
})

test('tokens that were not spent in time are given up', async () => {
  const [limiter] = openLimiters()
  for (let i = 0; i < 1000; i++) {
    now += 0.1
    await limiter.take([charge(high)])
  }
  now += second
  expect(limiter.take([charge(high)])).toBeInstanceOf(Promise)
})

test('while the supervisor does not answer, each worker limits for itself', async () => {
  const [limiter] = openLimiters()
  isAway = true
  const verdicts: Verdict[] = []
  for (let i = 0; i < 31; i++) verdicts.push(await limiter.take([charge(low)]))
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(30)
})
