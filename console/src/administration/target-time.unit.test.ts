import { expect, test } from 'vitest'
import { parseTarget, targetText } from './target-time.ts'

test('targets are shown in hours and minutes', () => {
  expect([30, 90, 240, 4320].map(targetText)).toEqual(['30 min', '1 h 30 min', '4 h', '72 h'])
})

test('targets are read with their units', () => {
  const texts = ['90 min', '1 h 30 min', '1h30m', '1.5 hours', '2 days', '1 d, 2 h', '4 hrs', '87600 h']
  expect(texts.map(parseTarget)).toEqual([90, 90, 90, 90, 2880, 1560, 240, 5_256_000])
  expect(['', '90', 'soon', '4 weeks', '0 min', '4 h soon', '2 ms', '87601 h'].map(parseTarget)).toEqual(
    Array(8).fill(undefined),
  )
})
