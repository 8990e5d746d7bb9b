import type { Ranked } from './rank.ts'

/** From here on the knowledge base is taken to cover the question. */
export const answerableBound = 0.5

/** The probability that the best passages answer the question. */
export function answerable(ranked: Pick<Ranked, 'bm25' | 'cosine'>[]): number {
  const best = ranked[0]
  return best ? 1 / (1 + Math.exp(-(12 * best.cosine + 10 * best.bm25 - 9))) : 0
}
