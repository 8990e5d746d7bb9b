import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceFrom, type Chance } from './chance.ts'

const some = (chance: Chance, n = 50) => Array.from({ length: n }, () => chance.next())

test('the same seed gives the same values at every load, another seed gives others', () => {
  expect(some(chanceFrom('vpn'))).toEqual(some(chanceFrom('vpn')))
  expect(some(chanceFrom('vpn'))).not.toEqual(some(chanceFrom('wifi')))
  // Fixed values, so that a change here does not silently change all demo texts.
  expect(some(chanceFrom('vpn'), 3).map((value) => value.toFixed(6))).toEqual([
    '0.568181',
    '0.501118',
    '0.023248',
  ])
})

test('a derived generator is independent of its parent', () => {
  const used = chanceFrom('vpn')
  some(used)
  expect(some(used.apart('words'))).toEqual(some(chanceFrom('vpn').apart('words')))
  expect(some(used.apart('words'))).not.toEqual(some(used.apart('other words')))
})

test('numbers stay within their bounds and reach both of them', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -5, max: 5 }), fc.nat(4), (seed, least, width) => {
      const chance = chanceFrom(seed)
      const numbers = Array.from({ length: 300 }, () => chance.between(least, least + width))
      expect(new Set(numbers).size).toBe(width + 1)
      expect(Math.min(...numbers)).toBe(least)
      expect(Math.max(...numbers)).toBe(least + width)
    }),
  )
})

test('an event with a probability of one third occurs in about a third of all cases', () => {
  const chance = chanceFrom('a third')
  const happened = Array.from({ length: 3000 }, () => chance.happens(1 / 3)).filter(Boolean).length
  expect(happened).toBeGreaterThan(900)
  expect(happened).toBeLessThan(1100)
  expect([chance.happens(0), chance.happens(1)]).toEqual([false, true])
})
