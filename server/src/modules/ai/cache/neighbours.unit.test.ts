import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cosine, normalise, quantise } from '../math/vectors.ts'
import { Neighbours } from './neighbours.ts'
import { questionWordsOf } from './question/question-words.ts'

const dimensions = 384

/** Vectors around one of three directions, so that some are near each other and others are not. */
function vectorOf(seed: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++)
    vector[i] = Math.sin((i + 1) * ((seed % 3) + 1)) + 0.7 * Math.sin((i + 7) * (seed + 2))
  return normalise(vector)
}

const questionOf = (seed: number) => ({
  text: `How do I open ${seed}?`,
  words: questionWordsOf(`how: open ${seed}`),
  vector: quantise(vectorOf(seed)),
})
const seeds = fc.nat({ max: 40 })
const change = fc.record({ key: fc.nat({ max: 99 }).map(String), seed: seeds, isGone: fc.boolean() })

test('finds what a comparison with each would find, whatever came and went', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 150 }), seeds, (changes, asked) => {
      const [kept, neighbours] = [new Map<string, number>(), new Neighbours(dimensions)]
      for (const { key, seed, isGone } of changes) {
        if (isGone) kept.delete(key)
        else kept.set(key, seed)
        if (isGone) neighbours.delete(key)
        else neighbours.set(key, questionOf(seed))
      }
      expect(neighbours.size).toBe(kept.size)
      const inSameWords = [...kept].filter(([, seed]) => seed === asked).map(([key]) => key)
      const alike = neighbours.ofSameStems(questionOf(asked).words)
      expect(alike.map(({ key }) => key).toSorted()).toEqual(inSameWords.toSorted())
      const isNear = (seed: number) => cosine(vectorOf(seed), vectorOf(asked)) >= 0.65
      const found = neighbours.near(vectorOf(asked), 0.65, 1000)
      expect(found.map(({ key }) => key).toSorted()).toEqual(
        [...kept]
          .filter(([, seed]) => isNear(seed))
          .map(([key]) => key)
          .toSorted(),
      )
      const cosines = found.map((each) => each.cosine)
      expect(cosines).toEqual(cosines.toSorted((a, b) => b - a))
    }),
    { numRuns: 50 },
  )
})

test('a vector of length 0 is near nothing', () => {
  const neighbours = new Neighbours(dimensions)
  neighbours.set('a', questionOf(1))
  expect(neighbours.near(new Float32Array(dimensions), 0.65, 20)).toEqual([])
})
