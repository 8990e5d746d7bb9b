import { expect, test } from 'vitest'
import { totalText } from './answer-text.ts'

test('totals have separators, exact or not', () => {
  expect(totalText({ total: 1_200_000, total_is_exact: true })).toBe('1,200,000')
  expect(totalText({ total: 10_000, total_is_exact: false })).toBe('more than 10,000')
})
