import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minute, second } from '../kernel/durations.ts'
import { judge, strictest, type Bucket, type Verdict } from './gcra.ts'

const bucket = (limit: number, burst: number, period: number = second): Bucket => ({
  name: 'test',
  limit,
  period,
  burst,
})

function admitted(bucket: Bucket, arrivals: number[]): number[] {
  let fullAt = 0
  return arrivals.filter((now) => {
    const verdict = judge(fullAt, now, { bucket, owner: 'x', cost: 1 })
    fullAt = verdict.fullAt
    return verdict.allowed
  })
}

const times = (n: number, at: number) => Array.from({ length: n }, () => at)

const cases: [title: string, bucket: Bucket, arrivals: number[], through: number][] = [
  ['a quiet caller may use the whole burst at once', bucket(10, 10), times(10, 5000), 10],
  ['one more than the burst is refused', bucket(10, 10), times(11, 5000), 10],
  ['an interval later one more fits', bucket(10, 10), [...times(10, 5000), 5100, 5100], 11],
  ['just before that none fits', bucket(10, 10), [...times(10, 5000), 5099], 10],
  ['the burst may be larger than the rate', bucket(10, 30), times(31, 5000), 30],
  ['a whole period later the burst is back', bucket(10, 10), [...times(10, 5000), ...times(11, 6000)], 20],
  [
    'no double burst at the edge of a second',
    bucket(100, 100),
    [...times(100, 4999), ...times(100, 5001)],
    100,
  ],
  ['a minute works like a second', bucket(60, 60, minute), [...times(61, 0), 1000, 1000], 61],
]
test.each(cases)('%s', (_title, bucket, arrivals, through) => {
  expect(admitted(bucket, arrivals)).toHaveLength(through)
})

const buckets = fc
  .record({ limit: fc.integer({ min: 1, max: 500 }), burst: fc.integer({ min: 1, max: 50 }) })
  .map(({ limit, burst }) => bucket(limit, burst))
const arrivals = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 }).map((gaps) =>
  gaps.map(
    (
      (at) => (gap: number) =>
        (at += gap)
    )(10_000),
  ),
)

describe('for any sequence of arrivals', () => {
  test('no window of any length admits more than burst + rate * length', () => {
    fc.assert(
      fc.property(buckets, arrivals, (bucket, arrivals) => {
        const through = admitted(bucket, arrivals)
        for (let first = 0; first < through.length; first++)
          for (let last = first; last < through.length; last++) {
            const length = through[last]! - through[first]!
            const most = bucket.burst + (length * bucket.limit) / bucket.period
            assert.ok(last - first + 1 <= Math.floor(most + 0.001))
          }
      }),
      { numRuns: 200 },
    )
  })

  test('a caller who returns after the announced wait is admitted', () => {
    fc.assert(
      fc.property(buckets, arrivals, (bucket, arrivals) => {
        let fullAt = 0
        for (const now of arrivals) {
          const charge = { bucket, owner: 'x', cost: 1 as const }
          const verdict = judge(fullAt, now, charge)
          expect(verdict.wait > 0).toBe(!verdict.allowed)
          expect(judge(fullAt, now + verdict.wait + 1e-6, charge).allowed).toBe(true)
          fullAt = verdict.fullAt
        }
      }),
    )
  })

  test('remaining is the number of requests that would be admitted now', () => {
    fc.assert(
      fc.property(buckets, arrivals, (bucket, arrivals) => {
        let fullAt = 0
        for (const now of arrivals) ({ fullAt } = judge(fullAt, now, { bucket, owner: 'x', cost: 1 }))
        const now = arrivals.at(-1)!
        let { remaining } = judge(fullAt, now, { bucket, owner: 'x', cost: 0 })
        for (;;) {
          const verdict = judge(fullAt, now, { bucket, owner: 'x', cost: 1 })
          if (!verdict.allowed) break
          remaining--
          expect(verdict.remaining).toBe(remaining)
          fullAt = verdict.fullAt
        }
        expect(remaining).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
})

test('peeking takes nothing', () => {
  const looked = judge(5000, 4500, { bucket: bucket(10, 10), owner: 'x', cost: 0 })
  expect(looked).toMatchObject({ allowed: true, fullAt: 5000, reset: 500, remaining: 5 })
})

test('the rejection with the longest wait is reported, otherwise the bucket named last', () => {
  const verdict = (allowed: boolean, wait: number): Verdict => ({
    allowed,
    bucket: bucket(1, 1),
    remaining: 0,
    reset: 0,
    wait,
  })
  const [open, short, long] = [verdict(true, 0), verdict(false, 5), verdict(false, 9)]
  expect(strictest([long, short, open])).toBe(long)
  expect(strictest([short, long])).toBe(long)
  expect(strictest([verdict(true, 0), open])).toBe(open)
})
