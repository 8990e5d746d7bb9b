import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom, type Random } from './random.ts'

const some = (random: Random, n = 50) => Array.from({ length: n }, () => random.next())

test('the same seed gives the same values at every load, another seed gives others', () => {
  expect(some(randomFrom('vpn'))).toEqual(some(randomFrom('vpn')))
  expect(some(randomFrom('vpn'))).not.toEqual(some(randomFrom('wifi')))
  // Fixed values, so that a change here does not silently change all demo texts.
  expect(some(randomFrom('vpn'), 3).map((value) => value.toFixed(6))).toEqual([
    '0.568181',
    '0.501118',
    '0.023248',
  ])
})

test('a derived generator is independent of its parent', () => {
  const used = randomFrom('vpn')
  some(used)
  expect(some(used.apart('words'))).toEqual(some(randomFrom('vpn').apart('words')))
  expect(some(used.apart('words'))).not.toEqual(some(used.apart('other words')))
})

test('numbers stay within their bounds and reach both of them', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -5, max: 5 }), fc.nat(4), (seed, least, width) => {
      const random = randomFrom(seed)
      const numbers = Array.from({ length: 300 }, () => random.between(least, least + width))
      expect(new Set(numbers).size).toBe(width + 1)
      expect(Math.min(...numbers)).toBe(least)
      expect(Math.max(...numbers)).toBe(least + width)
    }),
  )
})

test('an event with a probability of one third occurs in about a third of all cases', () => {
  const random = randomFrom('a third')
  const happened = Array.from({ length: 3000 }, () => random.happens(1 / 3)).filter(Boolean).length
  expect(happened).toBeGreaterThan(900)
  expect(happened).toBeLessThan(1100)
  expect([random.happens(0), random.happens(1)]).toEqual([false, true])
})
