import { sql, type RawBuilder } from 'kysely'
import { otherSpellings } from '../kernel/hyphenation.ts'
import { foldLetters } from '../kernel/letters.ts'

/** Limits what a long text costs. */
const maxRespelt = 8

/** Words between spaces, without punctuation. PostgreSQL makes a phrase of "wifi,router", too. */
const quotationOrWord = /"[^"]*"?|(?<=(?:^|\s)[(-]*)\p{L}+(?:-\p{L}+)*(?=[,;:!?.)]*(?:\s|$))/gu

/** Programs type them for straight ones. */
const typographicQuotation = /[“”„‟«»]/g

/** The words outside of phrases that may be written in another way, with their spellings. */
const respeltIn = (q: string): { word: string; spellings: string[] }[] =>
  [...new Set(q.toLowerCase().match(quotationOrWord))]
    .filter((part) => !part.startsWith('"'))
    .map((word) => ({ word, spellings: otherSpellings(word) }))
    .filter(({ spellings }) => spellings.length > 0)
    .slice(0, maxRespelt)

const queryOf = (text: string) => sql<string>`websearch_to_tsquery('english', ${foldLetters(text)})`

/**
 * The text of a search as a tsquery: "wifi" also finds "Wi-Fi", and "mueller" "Müller". What is in quotes is found only as it
 * is written: ts_rewrite would change the same word in phrases, too, so it gets a placeholder for each word outside of them.
 */
export function searchQuery(typed: string): RawBuilder<string> {
  const q = typed.normalize('NFC').replaceAll(typographicQuotation, '"')
  const respelt = respeltIn(q)
  const placeholders = new Map(respelt.map(({ word }, i) => [word, `respelt${i}`]))
  const text = q.replaceAll(quotationOrWord, (part) => placeholders.get(part.toLowerCase()) ?? part)
  return respelt.reduce(
    (query, { word, spellings }) =>
      sql<string>`ts_rewrite(${query}, ${queryOf(placeholders.get(word)!)}, ${queryOf([word, ...spellings].join(' or '))})`,
    queryOf(text),
  )
}

/** The text with the other spellings of its words. */
export const withSpellings = (q: string): string =>
  foldLetters([q, ...respeltIn(q.normalize('NFC')).flatMap(({ spellings }) => spellings)].join(' '))
