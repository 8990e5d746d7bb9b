import { logistic } from '../math/probability.ts'

/**
 * From here on the knowledge base is assumed to cover the question. Below one half, because missing a helpful article is worse
 * than showing an unhelpful one, and most questions are meant for the articles.
 */
export const answerableBound = 0.32

/**
 * The probability that the records answer the question, by the fit of one of them. Short questions match by chance, and among
 * many records something always fits a little.
 */
export function coverageOf(fit: number, words: number, documents: number): number {
  return logistic(16.5 * fit + 3.8 * Math.log(1 + words) - 0.7 * Math.log(Math.max(1, documents)) - 10.6)
}

/** The probability that what was found answers the question. */
export const answerable = (ranked: { coverage: number }[]): number =>
  Math.max(0, ...ranked.map(({ coverage }) => coverage))
