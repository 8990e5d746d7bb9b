import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onlyKnown, reorder } from './checked.ts'
import { confidenceOf, mostProbable, type Clue } from './weigh.ts'

const weight = fc.double({ min: 0, max: 1, noNaN: true })
const weights = fc.array(weight, { maxLength: 12 })

describe('confidence', () => {
  test('lies between 0 and 0.95, and is 0 without evidence', () => {
    expect(confidenceOf([], [])).toBe(0)
    expect(confidenceOf([], [0.9])).toBe(0)
    expect(confidenceOf([1, 1, 1], [])).toBe(0.95)
    fc.assert(
      fc.property(weights, weights, (agreeing, others) => {
        const confidence = confidenceOf(agreeing, others)
        expect(confidence >= 0 && confidence <= 0.95).toBe(true)
      }),
    )
  })

  test('never falls with more agreeing evidence, and never rises with more contradicting evidence', () => {
    fc.assert(
      fc.property(weights, weights, weight, (agreeing, others, more) => {
        const before = confidenceOf(agreeing, others)
        expect(confidenceOf([...agreeing, more], others)).toBeGreaterThanOrEqual(before)
        expect(confidenceOf(agreeing, [...others, more])).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('grows with the weight of each piece of evidence', () => {
    fc.assert(
      fc.property(weights, weights, weight, weight, (agreeing, others, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(confidenceOf([...agreeing, more], others)).toBeGreaterThanOrEqual(
          confidenceOf([...agreeing, less], others),
        )
      }),
    )
  })
})

const clue = (id: string, weight: number, ...causes: string[]): Clue => ({
  kind: 'incident',
  id,
  statement: id,
  weight,
  causes,
})

describe('the most probable cause', () => {
  test('is the one with the most evidence; one clue may support two causes', () => {
    const clues = [clue('a', 0.5, 'x'), clue('b', 0.4, 'y'), clue('c', 0.4, 'y', 'z'), clue('d', 0.9)]
    const verdict = mostProbable(clues)!
    expect(verdict.cause).toBe('y')
    expect(verdict.support.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(verdict.confidence).toBe(confidenceOf([0.4, 0.4], [0.5]))
  })

  test('is undefined without a clue that names one', () => {
    expect(mostProbable([])).toBeUndefined()
    expect(mostProbable([clue('d', 0.9)])).toBeUndefined()
  })
})

describe('the wording of a model', () => {
  const known = new Set(['INC0000012', 'CHG0000003', 'CI0000001'])
  test.for([
    ['It was CHG0000003. As in INC0000012.', 'It was CHG0000003. As in INC0000012.'],
    ['It was CHG0000003. As in INC0000099 and INC0000012. Roll it back.', 'It was CHG0000003. Roll it back.'],
    ['INC0000099 did it.', ''],
    ['Something with CI0000001, KB0000001.', ''],
    ['No id at all', 'No id at all'],
  ] as const)('%s', ([said, kept]) => {
    expect(onlyKnown(said, known)).toBe(kept)
  })

  test('may reorder the steps, but adds and removes none', () => {
    expect(reorder(['a', 'b', 'c'], [2, 0])).toEqual(['c', 'a', 'b'])
    expect(reorder(['a', 'b'], [7, 1, 1, 0, -1])).toEqual(['b', 'a'])
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.nat(20)), (steps, order) => {
        expect(reorder(steps, order).toSorted()).toEqual(steps.toSorted())
      }),
    )
  })
})
