import { expect, test } from 'vitest'
import { rowCountOf } from './count-text.ts'

test('a table has the rows of the whole list and its head, or an unknown number', () => {
  expect(rowCountOf({ total: 800, isTotalBounded: false })).toBe(801)
  expect(rowCountOf({ total: 10_000, isTotalBounded: true })).toBe(-1)
})
