import { sql, type RawBuilder } from 'kysely'
import { otherSpellings } from '../kernel/hyphenation.ts'

/** Limits what a long text costs. */
const maxRespelt = 8

/** The words outside of quotes that may be written in another way, with their spellings. */
const respeltIn = (q: string): { word: string; spellings: string[] }[] =>
  [
    ...new Set(
      q
        .toLowerCase()
        .replaceAll(/"[^"]*"?/g, ' ')
        .match(/(?<=^|[\s-])\p{L}+(?:-\p{L}+)*(?=[\s,;:!?.]|$)/gu),
    ),
  ]
    .map((word) => ({ word, spellings: otherSpellings(word) }))
    .filter(({ spellings }) => spellings.length > 0)
    .slice(0, maxRespelt)

const queryOf = (text: string) => sql<string>`websearch_to_tsquery('english', ${text})`

/** The text of a search as a tsquery: "wifi" also finds "Wi-Fi". What is in quotes is found only as it is written. */
export const searchQuery = (q: string): RawBuilder<string> =>
  respeltIn(q).reduce(
    (query, { word, spellings }) =>
      sql<string>`ts_rewrite(${query}, ${queryOf(word)}, ${queryOf([word, ...spellings].join(' or '))})`,
    queryOf(q),
  )

/** The text with the other spellings of its words. */
export const withSpellings = (q: string): string =>
  [q, ...respeltIn(q).flatMap(({ spellings }) => spellings)].join(' ')
