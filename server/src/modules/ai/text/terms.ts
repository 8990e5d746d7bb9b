import { stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { asksForVerdict, givesVerdict } from './verdict.ts'
import { withStraightApostrophes, withoutAccents } from './words.ts'

// More than any record or question needs; hostile input may not cost more.
const maxText = 200_000
const maxTerms = 20_000
const maxTermLength = 64

/** Shared by yes-or-no questions and by answers that begin with yes or no. */
const verdict = '?'

/**
 * The words of a text as BM25 counts them: lower case, without accents and endings. A code such as `kb-123`,
 * `appmanifest.xml` or `AssemblyVersion` counts as one term and as its parts.
 */
export function termsOf(text: string): string[] {
  const plain = withStraightApostrophes(withoutAccents(text.slice(0, maxText), 'NFKD'))
  const terms = asksForVerdict(plain) || givesVerdict(plain) ? [verdict] : []
  for (const [token] of plain.matchAll(/[\p{L}\p{N}]+(?:[-._/\\:'@#][\p{L}\p{N}]+)*/gu)) {
    for (const word of wordsOf(token)) {
      if (terms.length >= maxTerms) return terms
      if (!stopWords.search.has(word)) terms.push(stemOf(word).slice(0, maxTermLength))
    }
  }
  return terms
}

function wordsOf(token: string): string[] {
  const whole = token.toLowerCase()
  if (/^[a-z]+'[a-z]+$/.test(whole)) return [whole.replace(/'s$/, '').replace("'", '')]
  const parts =
    token
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.length > 1 && isCode(token) ? [whole, ...parts] : parts
}

/** Words joined by hyphens are only words: counted twice they would weigh too much. */
const isCode = (token: string) => /[\d._/\\:@#]|\p{Ll}\p{Lu}/u.test(token)
