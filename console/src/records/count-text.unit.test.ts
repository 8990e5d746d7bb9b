import { expect, test } from 'vitest'
import { countText, rowCountOf } from './count-text.ts'

test('a table has the rows of the whole list and its head, or an unknown number', () => {
  expect(rowCountOf({ total: 800, isTotalBounded: false })).toBe(801)
  expect(rowCountOf({ total: 10_000, isTotalBounded: true })).toBe(-1)
})

test('a count is awaited only while it is being fetched', () => {
  const text = (isFetching: boolean) =>
    countText({ total: undefined, error: null, isFetching, isTotalBounded: false }, String)
  expect(text(true)).toBe('Loading …')
  expect(text(false)).toBe('') // without a connection
})
