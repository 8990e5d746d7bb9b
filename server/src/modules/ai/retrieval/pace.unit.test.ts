import { expect, test } from 'vitest'
import { pauseAfter } from './pace.ts'

test('indexing gives way to requests, in proportion to its work, and goes on without a pause otherwise', () => {
  expect(pauseAfter(200, 0.1)).toBe(0)
  expect(pauseAfter(20, 0.9)).toBeGreaterThan(pauseAfter(10, 0.9))
  expect(pauseAfter(20, 0.9)).toBeGreaterThan(4 * 20)
  expect(pauseAfter(60_000, 0.9)).toBeLessThanOrEqual(2000)
})
