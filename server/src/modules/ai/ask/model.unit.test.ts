import { expect, test } from 'vitest'
import { rankByMeaning } from '../retrieval/rank-by-meaning.ts'
import { citationsOf } from './model.ts'

const query = Float32Array.of(1, 0)
const candidate = (record_id: string, bm25: number, cosine: number) => ({
  candidate: {
    record_id,
    chunk: 0,
    passages: 1,
    terms: new Map<string, number>(),
    length: 1,
    title_terms: [],
    encoded: Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)),
  },
  bm25,
  cosine,
})

test('citations are in the order of their relevance, where the ranking has another one', () => {
  const scored = [candidate('KB1', 0.2, 0.8), candidate('KB2', 0.19, 0.5), candidate('KB3', 0, 0.73)]
  const ranked = rankByMeaning(query, scored, 5)
  expect(ranked.map(({ record_id }) => record_id)).toEqual(['KB1', 'KB2', 'KB3'])
  const articles = ranked.map((record) => ({ ...record, title: record.record_id }))
  expect(
    citationsOf(articles, new Set(['KB1'])).map(({ article_id, quoted }) => [article_id, quoted]),
  ).toEqual([
    ['KB1', true],
    ['KB3', false],
    ['KB2', false],
  ])
})
