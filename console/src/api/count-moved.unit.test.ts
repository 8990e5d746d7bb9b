import { expect, test } from 'vitest'
import { countMoved } from './count-moved.ts'

const count = (touched: string, shown: string, first: string, isWhole = true, skipped = 0) =>
  countMoved(new Set(touched), { ids: shown.split(''), skipped }, { ids: first.split(''), isWhole })

test('only records that would appear, disappear or move are counted', () => {
  expect(count('x', 'abc', 'abc')).toBe(0) // not in this view
  expect(count('b', 'abc', 'abc')).toBe(0) // edited where it stands, for example by this user
  expect(count('x', 'abc', 'xabc')).toBe(1)
  expect(count('x', 'abc', 'abcx')).toBe(1)
  expect(count('a', 'abc', 'bc')).toBe(1)
  expect(count('c', 'abc', 'ab')).toBe(1)
  expect(count('c', 'abc', 'cab')).toBe(1)
  expect(count('xyc', 'abc', 'xabc')).toBe(1)
  expect(count('bc', 'abc', 'acb')).toBe(2)
})

test('what lies after the first page does not count', () => {
  expect(count('x', 'abcd', 'xab', false)).toBe(1) // and pushes c off the page
  expect(count('xc', 'abcd', 'xab', false)).toBe(1)
  expect(count('d', 'abcd', 'abc', false)).toBe(0)
  expect(count('c', 'abcd', 'abd', false)).toBe(1)
  expect(count('h', 'ghi', 'abc', false)).toBe(0)
})

test('of a list that has been scrolled past its first page, only rows that left their place are counted', () => {
  expect(count('a', 'ghi', 'abc', false, 6)).toBe(0) // edited where it stands, above the rows in memory
  expect(count('h', 'ghi', 'abc', false, 6)).toBe(0)
  expect(count('h', 'ghi', 'hab', false, 6)).toBe(1)
  expect(count('ah', 'ghi', 'abc', true, 6)).toBe(1)
})
