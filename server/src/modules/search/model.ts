import { Type, type Static } from 'typebox'
import { isOneEditApart } from '../../kernel/distance.ts'
import { otherSpellings } from '../../kernel/hyphenation.ts'
import { foldLetters, umlautSpellings } from '../../kernel/letters.ts'
import { anyPrefix, idDigits, idPrefixes, idTypes, type IdentifiedType } from '../../kernel/record-ids.ts'
import { Enum, NamedObject, Nullable } from '../../kernel/schema.ts'

export const types = ['incident', 'change', 'request', 'ci', 'article', 'person'] as const
export type ResultType = (typeof types)[number]

export const SearchResult = NamedObject('SearchResult', {
  type: Enum(types),
  id: Type.String({ description: 'The number of a record, or the email address of a person' }),
  title: Type.String(),
  subtitle: Type.String({ description: 'What is known of it, on one line' }),
  url: Type.String(),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'How well it fits: 1 for a number, less for words outside the title, and less for words with a mistake',
  }),
  state: Nullable(Type.String()),
  priority: Nullable(Type.String()),
  detail: Nullable(
    Type.String({ description: 'The assignee, the class of a CI, the category of an article, or groups' }),
  ),
  match: Enum(
    ['number', 'words', 'similar'],
    'number: the number was searched for; words: all words, or their beginnings; similar: words with one mistake',
  ),
})
export type SearchResult = Static<typeof SearchResult>

/** A result as the database returns it. */
export type FoundResult = Omit<SearchResult, 'subtitle' | 'url'>

const typed = new RegExp(`^(${anyPrefix})?[\\s#:_-]*([0-9a-z]{1,18})$`, 'i')

/** The records that a text names by number, however it is spelt: INC0000300, inc-300, "inc 300", #300 and 300. */
export function numbersIn(q: string): { type: IdentifiedType; id: string }[] {
  const [, prefix = '', number = ''] = typed.exec(q.trim()) ?? []
  const named = idTypes.filter((type) => prefix === '' || idPrefixes[type] === prefix.toUpperCase())
  return named.flatMap((type) => {
    const form = formOf(number.toUpperCase(), prefix !== '', type)
    return form === undefined ? [] : [{ type, id: `${idPrefixes[type]}${form}` }]
  })
}

/** After seven digits, numbers continue with letters; those of CIs become longer. */
function formOf(number: string, hasPrefix: boolean, type: IdentifiedType): string | undefined {
  if (/^\d+$/.test(number)) {
    const short = number.replace(/^0+(?=\d)/, '')
    return short.length <= idDigits || type === 'ci' ? short.padStart(idDigits, '0') : undefined
  }
  return hasPrefix && type !== 'ci' && number.length === idDigits && /\d/.test(number) ? number : undefined
}

/** A word of a search. */
export interface Term {
  /** In lower case, without accents, and only letters and digits. */
  word: string
  /** Words of titles and names that begin with it. */
  completions: string[]
  /** Words that differ by one mistake; only when there are no completions. */
  similar: string[]
}

const maxWords = 8
const maxAlternatives = 6
const shortestMisspelt = 4

/** Text between spaces, and the words in it: a host name is one word in a text, and several in a name. */
interface Chunk {
  /** As typed, in lower case. */
  text: string
  words: string[]
}

const typedIn = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const chunksIn = (q: string): Chunk[] =>
  q
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,;'"\\]+/)
    .map((text) => ({ text, words: typedIn(text).map(foldLetters) }))
    .filter(({ words }) => words.length > 0)

export const wordsIn = (q: string): string[] =>
  [...new Set(chunksIn(q).flatMap(({ words }) => words))].slice(0, maxWords)

/** How else the umlauts of each word may be written. */
export const umlautsIn = (q: string): Map<string, string[]> =>
  new Map(typedIn(q).map((word) => [foldLetters(word), umlautSpellings(word)]))

export function termOf(word: string, found: { completions: string[]; similar: string[] }): Term {
  const completions = found.completions.toSorted((a, b) => a.length - b.length).slice(0, maxAlternatives)
  if (completions.length > 0 || word.length < shortestMisspelt) return { word, completions, similar: [] }
  const similar = found.similar.filter((other) => isOneEditApart(word, other)).slice(0, maxAlternatives)
  return { word, completions, similar }
}

/** Texts for to_tsquery. */
export interface Queries {
  /** All words as typed, or their completions. */
  exact: string
  /** Also similar words. */
  loose: string
  /** The query for the index; undefined where the index must not be used. */
  indexed: string | undefined
}

const quoted = (word: string) => `'${word}'`
const beginning = (word: string) => `${quoted(word)}:*`
const anyOf = (parts: string[]) => `(${parts.join(' | ')})`
const allOf = (parts: string[]) => `(${parts.join(' & ')})`

const spellingsOf = (text: string) => (/^[\p{L}-]+$/u.test(text) ? otherSpellings(text) : [])

/**
 * For a prefix, the index collects the records of all its words before it looks at the next term. With several words, the
 * index is therefore queried with the whole words only, and prefixes are compared in the rows that it finds.
 */
export function queriesOf(q: string, terms: Term[]): Queries {
  const known = new Map(terms.map((term) => [term.word, term]))
  const chunks = chunksIn(q)
    .map(({ text, words }) => ({ text, terms: words.flatMap((word) => known.get(word) ?? []) }))
    .filter(({ terms }) => terms.length > 0)
  const queryOf = (alternativesOf: (term: Term) => string[], among = chunks) =>
    among
      .map(({ text, terms }) => {
        const words = terms.map((term) => anyOf(alternativesOf(term)))
        const asWritten = words.length === 1 ? words : [beginning(foldLetters(text)), allOf(words)]
        const all = [...asWritten, ...spellingsOf(text).map(quoted)]
        return all.length === 1 ? all[0]! : anyOf(all)
      })
      .join(' & ')
  const asTyped = ({ word, completions }: Term) => [beginning(word), ...completions.map(quoted)]
  const withMistakes = (term: Term) => [...asTyped(term), ...term.similar.map(quoted)]
  const whole = ({ word, completions, similar }: Term) => [word, ...completions, ...similar].map(quoted)
  const isKnown = ({ completions, similar }: Term) => completions.length + similar.length > 0
  const selective = chunks.filter(({ terms }) => terms.length > 1 || terms.every(isKnown))
  const isOneWord = terms.length === 1
  const isPartOfNumber = isOneWord && isPartOfNumbers(terms[0]!.word)
  return {
    exact: queryOf(asTyped),
    loose: queryOf(withMistakes),
    indexed: isPartOfNumber
      ? undefined
      : isOneWord
        ? queryOf(withMistakes)
        : queryOf(whole, selective.length > 0 ? selective : chunks),
  }
}

/** Record numbers are indexed as words, so "inc" is a prefix of a million of them. */
const isPartOfNumbers = (word: string) =>
  Object.values(idPrefixes).some((prefix) => {
    const start = prefix.toLowerCase()
    return start.startsWith(word) || (word.startsWith(start) && /^\d*$/.test(word.slice(start.length)))
  })
