import { logistic } from '../math/probability.ts'

/**
 * From here on the knowledge base is taken to cover the question. Below one half: to be told nothing although an article would have
 * helped is worse than to read one that does not, and most questions are meant for the articles.
 */
export const answerableBound = 0.32

/**
 * The probability that the question is one which the records answer, by how well one of them fits. Few words are easily found by
 * chance, and among many records something always fits a little.
 */
export function coverageOf(fit: number, words: number, documents: number): number {
  return logistic(16.5 * fit + 3.8 * Math.log(1 + words) - 0.7 * Math.log(Math.max(1, documents)) - 10.6)
}

/** The probability that what was found answers the question; the best comes first. */
export const answerable = (ranked: { coverage: number }[]): number => ranked[0]?.coverage ?? 0
