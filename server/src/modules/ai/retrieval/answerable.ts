import { fused, type Ranked } from './rank.ts'

/** From here on the knowledge base is taken to cover the question. */
export const answerableBound = 0.5

/**
 * The probability that what was ranked best answers the question. Few words are easily found by chance, so that many of them that fit
 * say more.
 */
export function answerable(terms: string[], ranked: Pick<Ranked, 'bm25' | 'cosine'>[]): number {
  const best = ranked[0]
  if (!best) return 0
  const evidence = 14.7 * fused(best) + 4.4 * Math.log(1 + new Set(terms).size) - 16.2
  return 1 / (1 + Math.exp(-evidence))
}
