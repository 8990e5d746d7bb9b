import { expect, test } from 'vitest'
import { restAfter } from './pace.ts'

test('indexing gives way to requests, in proportion to its work, and goes on without a pause otherwise', () => {
  expect(restAfter(200, 0.1)).toBe(0)
  expect(restAfter(20, 0.9)).toBeGreaterThan(restAfter(10, 0.9))
  expect(restAfter(20, 0.9)).toBeGreaterThan(4 * 20)
  expect(restAfter(60_000, 0.9)).toBeLessThanOrEqual(2000)
})
