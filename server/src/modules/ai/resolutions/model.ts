import type { SimilarCase } from '../exemplars/model.ts'
import { answerableBound } from '../retrieval/answerable.ts'
import { quote } from '../text/quote.ts'

const minSuggestable = 0.6
const longestSuggestion = 600

interface RankedArticle {
  id: string
  title: string
  /** How much better it fits than other articles. */
  score: number
  /** The probability that it is about the problem at all. */
  coverage: number
}

export interface Suggestion {
  text: string
  source_ids: string[]
}

/**
 * The resolution of the most similar incident, or an article when it fits better. Empty when nothing is similar enough: no
 * suggestion is better than a wrong one.
 */
export function suggestionFrom(cases: SimilarCase[], articles: RankedArticle[], baseUrl: string): Suggestion {
  const best = cases.find(({ resolution, similarity }) => resolution && similarity >= minSuggestable)
  const least = best?.similarity ?? minSuggestable
  const article = articles.find(({ score, coverage }) => score >= least && coverage >= answerableBound)
  const lines = [
    ...(article ? [`${article.id}: ${quote(article.title, baseUrl, 255)}`] : []),
    ...(best
      ? [
          `${best.id} (similar, ${percent(best.similarity)}): ${quote(best.resolution, baseUrl, longestSuggestion)}`,
        ]
      : []),
  ]
  return { text: lines.join('\n'), source_ids: [article?.id, best?.id].filter((id) => id !== undefined) }
}

const percent = (share: number) => `${Math.round(100 * share)} %`
