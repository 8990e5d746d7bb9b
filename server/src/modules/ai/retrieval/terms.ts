import { stemOf } from './stem.ts'
import { asksForVerdict, givesVerdict } from './verdict.ts'

/** No record and no question needs more; what is hostile may not cost more. */
const maxText = 200_000
const maxTerms = 20_000
const maxTermLength = 64

/** Words that say nothing of what a text is about; measured, a longer list finds less. */
const stopWords = new Set(
  `a an and are as at be but by can do does for from had has have how i if in into is it its me my no not of
  on or our so such than that the their them then there these they this to was we were what when where which
  while who why will with would you your`.split(/\s+/),
)

/** What a question for a yes or no and an answer that begins with one have in common, in whatever words. */
const verdict = '?'

/**
 * The words of a text as BM25 counts them: lower case, without accents and endings. A code such as `kb-123`,
 * `appmanifest.xml` or `AssemblyVersion` is there as a whole and in its parts.
 */
export function termsOf(text: string): string[] {
  const plain = text
    .slice(0, maxText)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('’', "'")
  const terms = asksForVerdict(plain) || givesVerdict(plain) ? [verdict] : []
  for (const [token] of plain.matchAll(/[\p{L}\p{N}]+(?:[-._/\\:'@#][\p{L}\p{N}]+)*/gu)) {
    for (const word of wordsOf(token)) {
      if (terms.length >= maxTerms) return terms
      if (!stopWords.has(word)) terms.push(stemOf(word).slice(0, maxTermLength))
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
