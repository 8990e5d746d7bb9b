import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '../../../kernel/durations.ts'
import { likenessByMeaning, likenessOf, similarityOf, type Signals } from './model.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const signals: fc.Arbitrary<Signals> = fc.record({
  likeness: share,
  is_same_category: fc.constantFrom(undefined, true, false),
  age_ms: fc.integer({ min: -day, max: 5000 * day }),
  has_resolution: fc.boolean(),
})

test('a score lies between 0 and 1 and never falls when a signal improves', () => {
  fc.assert(
    fc.property(signals, share, (given, more) => {
      const score = similarityOf(given)
      expect(score >= 0 && score <= 1).toBe(true)
      const better: Partial<Signals>[] = [
        { likeness: Math.max(given.likeness, more) },
        { is_same_category: true },
        { age_ms: given.age_ms / 2 },
        { has_resolution: true },
      ]
      for (const signal of better) expect(similarityOf({ ...given, ...signal })).toBeGreaterThanOrEqual(score)
    }),
  )
})

test('the text dominates: category and age never lift a dissimilar incident above a similar one', () => {
  const unlike = { likeness: 0.5, is_same_category: true, age_ms: 0, has_resolution: true }
  const alike = { likeness: 0.9, is_same_category: false, age_ms: 4000 * day, has_resolution: true }
  expect(similarityOf(alike)).toBeGreaterThan(similarityOf(unlike))
})

test.each([
  ['words', likenessOf],
  ['meaning', likenessByMeaning],
])('similarity by %s grows with both, and one or two shared words are never certain', (_, likenessOf) => {
  fc.assert(
    fc.property(share, share, share, fc.integer({ min: 0, max: 9 }), (bm25, cosine, more, words) => {
      const likeness = likenessOf({ bm25, cosine }, words)
      expect(likeness >= 0 && likeness <= 1).toBe(true)
      expect(likenessOf({ bm25: Math.max(bm25, more), cosine }, words)).toBeGreaterThanOrEqual(likeness)
      expect(likenessOf({ bm25, cosine: Math.max(cosine, more) }, words)).toBeGreaterThanOrEqual(likeness)
      expect(likenessOf({ bm25, cosine }, words + 1)).toBeGreaterThanOrEqual(likeness)
    }),
  )
  expect(likenessOf({ bm25: 1, cosine: 1 }, 1)).toBeLessThan(0.4)
  expect(likenessOf({ bm25: 0, cosine: -1 }, 9)).toBeLessThan(0.01)
})
