import { expect, test } from 'vitest'
import { isFarRange, type TimeRange } from './model.ts'

const march = { after: '2024-03-01T00:00:00Z', before: '2024-04-01T00:00:00Z' }

test.for<[range: TimeRange, order: 'asc' | 'desc', first_at: string, isFar: boolean]>([
  [march, 'desc', '2026-11-18T00:00:00Z', true],
  [march, 'desc', '2024-04-10T00:00:00Z', false],
  [march, 'asc', '2022-01-01T00:00:00Z', true],
  [march, 'asc', '2024-02-20T00:00:00Z', false],
  [{ before: march.before }, 'desc', '2026-11-18T00:00:00Z', false],
  [{ after: march.after }, 'asc', '2022-01-01T00:00:00Z', false],
])('%j is read in order %s from %s: far is %s', ([range, order, first_at, isFar]) => {
  expect(isFarRange(range, order, new Date(first_at))).toBe(isFar)
})
