import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { second } from '../kernel/durations.ts'
import type { Bucket, Charge } from './gcra.ts'
import { memoryLimiter, type Limiter } from './limiter.ts'

let now = 0
let limiter: Limiter
beforeEach(() => {
  now = 0
  limiter = memoryLimiter(() => now)
})

const wide: Bucket = { name: 'wide', limit: 10, period: second, burst: 10 }
const narrow: Bucket = { name: 'narrow', limit: 2, period: second, burst: 2 }
/** Windows in which more was admitted than the bucket allows. */
const excesses = ({ burst, limit, period }: Bucket, times: number[]) =>
  times.flatMap((from, i) =>
    times
      .slice(i)
      .filter((to, more) => more + 1 > Math.floor(burst + ((to - from) * limit) / period + 0.001)),
  )

const charge = (bucket: Bucket, owner = 'a', cost: 0 | 1 = 1): Charge => ({ bucket, owner, cost })

test('owners have separate buckets', () => {
  expect(limiter.take([charge(narrow, 'a')])).toMatchObject({ allowed: true, remaining: 1 })
  expect(limiter.take([charge(narrow, 'b')])).toMatchObject({ allowed: true, remaining: 1 })
})

test('a rejection by one bucket takes from none', () => {
  for (let i = 0; i < 5; i++) void limiter.take([charge(wide), charge(narrow)])
  expect(limiter.take([charge(narrow)])).toMatchObject({ allowed: false, wait: 500 })
  expect(limiter.take([charge(wide, 'a', 0)])).toMatchObject({ remaining: 8 })
})

test('peeking takes nothing, however often', () => {
  for (let i = 0; i < 50; i++) expect(limiter.take([charge(narrow, 'a', 0)])).toMatchObject({ remaining: 2 })
})

test('a bucket refills over time, up to its burst', () => {
  for (let i = 0; i < 2; i++) void limiter.take([charge(narrow)])
  now += 500
  expect(limiter.take([charge(narrow, 'a', 0)])).toMatchObject({ remaining: 1, reset: 500 })
  now += 3_600_000
  expect(limiter.take([charge(narrow, 'a', 0)])).toMatchObject({ remaining: 2, reset: 0 })
})

test('for any mix of callers, each is limited to burst + rate * time in each of its buckets', () => {
  const call = fc.record({ gap: fc.integer({ min: 0, max: 200 }), owner: fc.constantFrom('a', 'b', 'c') })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
      limiter = memoryLimiter(() => now)
      const through = new Map<string, number[]>()
      const all: number[] = []
      for (const { gap, owner } of calls) {
        now += gap
        const verdict = limiter.take([charge(wide, 'all'), charge(narrow, owner)])
        if (!('allowed' in verdict) || !verdict.allowed) continue
        all.push(now)
        through.set(owner, [...(through.get(owner) ?? []), now])
      }
      const groups: [Bucket, number[]][] = [[wide, all]]
      for (const times of through.values()) groups.push([narrow, times])
      expect(groups.flatMap(([bucket, times]) => excesses(bucket, times))).toEqual([])
    }),
    { numRuns: 50 },
  )
})
