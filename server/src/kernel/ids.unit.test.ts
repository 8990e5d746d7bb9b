import { expect, test } from 'vitest'
import { randomId } from './ids.ts'

test('an ID has its prefix, enough characters, and no ambiguous ones', () => {
  expect(randomId('usr_')).toMatch(/^usr_[0-9a-hjkmnp-tv-z]{16}$/)
  expect(randomId('wh_in_', 128)).toMatch(/^wh_in_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(randomId('')).toHaveLength(16)
})

test('a hundred thousand IDs are all different', () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => randomId('x')))
  expect(ids.size).toBe(100_000)
})

test('characters are uniformly distributed at every position', () => {
  const counts = new Map<string, number>()
  const drawn = 20_000
  for (let i = 0; i < drawn; i++)
    for (const [place, letter] of randomId('').split('').entries())
      counts.set(`${place}${letter}`, (counts.get(`${place}${letter}`) ?? 0) + 1)
  expect(counts.size).toBe(16 * 32)
  const expected = drawn / 32
  // Ten standard deviations, so that chance does not fail this test.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected))
})
