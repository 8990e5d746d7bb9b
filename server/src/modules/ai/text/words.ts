interface WordOptions {
  limit?: number
  /** Punctuation that ends a clause is returned as a word of its own. */
  punctuation?: boolean
}

const words = /[\p{L}\p{N}]+/gu
const wordsAndPunctuation = /[\p{L}\p{N}]+|[.!?;:,\n]/gu

export function wordsIn(text: string, { limit = Infinity, punctuation = false }: WordOptions = {}): string[] {
  const found: string[] = []
  for (const [word] of text.toLowerCase().matchAll(punctuation ? wordsAndPunctuation : words)) {
    if (found.length >= limit) break
    found.push(word)
  }
  return found
}

/** `é` becomes `e`. The compatibility form also turns characters such as `ﬁ` and `²` into plain ones. */
export const withoutAccents = (text: string, form: 'NFD' | 'NFKD'): string =>
  text.normalize(form).replace(/\p{Mn}/gu, '')

export const withStraightApostrophes = (text: string): string => text.replace(/[‘’ʼ´]/g, "'")
