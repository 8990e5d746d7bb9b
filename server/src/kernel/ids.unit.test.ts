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
  const ids = Array.from({ length: 20_000 }, () => randomId(''))
  const drawn = ids.length
  const counts = Array.from({ length: 16 }, (_, place) => {
    const ofPlace = new Map<string, number>()
    for (const id of ids) ofPlace.set(id[place]!, (ofPlace.get(id[place]!) ?? 0) + 1)
    return [...ofPlace.values()]
  }).flat()
  expect(counts).toHaveLength(16 * 32)
  const expected = drawn / 32
  // Ten standard deviations, so that chance does not fail this test.
  const furthest = Math.max(...counts.map((count) => Math.abs(count - expected)))
  expect(furthest).toBeLessThan(10 * Math.sqrt(expected))
})
