import { expect, test } from 'vitest'
import { startOfText } from './start-of-text.ts'

test.each([
  ['abc', 'abc'],
  ['abcde', 'abcd'],
  ['abc🚒', 'abc'],
  ['ab🚒c', 'ab🚒'],
  ['🚒🚒🚒', '🚒🚒'],
])('four units of %s are %s', (text, start) => {
  expect(startOfText(text, 4)).toBe(start)
})
