import { expect, test } from 'vitest'
import { countMoved } from './count-moved.ts'

const count = (touched: string, shown: string, first: string, isWhole = true) =>
  countMoved(new Set(touched), shown.split(''), { ids: first.split(''), isWhole })

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
