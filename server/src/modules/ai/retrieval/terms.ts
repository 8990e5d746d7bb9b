/** No record and no question needs more; what is hostile may not cost more. */
const maxTerms = 20_000
const maxTermLength = 64

/**
 * The words of a text as BM25 counts them: lower case without accents. A compound such as `kb-123`,
 * `appmanifest.xml` or `AssemblyVersion` is there as a whole and in its parts.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const [token] of text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .matchAll(/[\p{L}\p{N}]+(?:[-._/\\:'@#][\p{L}\p{N}]+)*/gu)) {
    if (terms.length >= maxTerms) break
    const whole = token.toLowerCase()
    const parts = partsOf(token)
    if (parts.length > 1 && whole.length <= maxTermLength) terms.push(whole)
    terms.push(...parts.filter((part) => part.length <= maxTermLength))
  }
  return terms.slice(0, maxTerms)
}

const partsOf = (token: string): string[] =>
  token
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
