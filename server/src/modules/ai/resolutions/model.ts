import type { SimilarCase } from '../exemplars/model.ts'
import { withoutForeignLinks } from '../links.ts'

export function cut(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 4 * most))
  if (characters.length <= most && text.length <= 4 * most) return text
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** Quotes the text of a record verbatim, without links to other hosts. */
export const quote = (text: string, baseUrl: string, most: number): string =>
  withAddressesAsText(cut(withoutForeignLinks(cut(text.trim(), 2 * most), baseUrl), most), baseUrl)

const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/
const address =
  /(?:\b[a-z][a-z\d+.-]{1,20}:|(?<![\w:/]))\/\/[^\s<>`]*[^\s<>`.,;:!?)\]}'"”]|\bwww\.[^\s<>`]*[^\s<>`.,;:!?)\]}'"”]/gi

/** Addresses become code, so that they are not rendered as links. Unpaired backticks are removed first. */
const withAddressesAsText = (text: string, baseUrl: string): string =>
  text
    .split(code)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replaceAll('`', "'")
            .replace(address, (found) => (found.startsWith(`${baseUrl}/`) ? found : `\`${found}\``)),
    )
    .join('')

const leastSuggestable = 0.6
const longestSuggestion = 600

interface RankedArticle {
  id: string
  title: string
  score: number
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
  const best = cases.find(({ resolution, similarity }) => resolution && similarity >= leastSuggestable)
  const least = best?.similarity ?? leastSuggestable
  const article = articles.find(({ score }) => score >= least)
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
