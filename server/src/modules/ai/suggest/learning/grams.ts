import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'

/** More words cost time and add little. */
const maxWords = 2000
/** The opening words of a ticket are the most informative. */
const openingWords = 8
/** Pairs of words up to this distance are features. */
const reach = 2
const pieceLength = 4
/** Longer tokens are keys or file names, not words. */
const longestWord = 40

/**
 * Four views of a text: its words and pairs of near words in any order, its stems, its opening, and pieces of four letters,
 * which misspelt, compound and related words share. Measured on 38,000 tickets, each improves the result; see docs/ai.md.
 */
export const views = { phrases: 0, stems: 1, opening: 2, pieces: 3 } as const
export type ViewName = keyof typeof views
type View = (typeof views)[ViewName]
/** In the order of their numbers. */
export const viewNames = Object.keys(views) as ViewName[]

export const viewOf = (hash: number): number => hash >>> 30

/** Whether one of its words is a stop word. */
export const isEmpty = (hash: number): boolean => ((hash >>> 29) & 1) === 1

export const wordsOf = (text: string): string[] => wordsIn(text, { limit: maxWords })

/** Called with the hash of a gram and the positions of its one or two words. */
type Visit = (hash: number, first: number, second: number) => void

/** Grams are stored as hashes, so that a model holds no text of incidents. */
export function visitGrams(words: readonly string[], visit: Visit): void {
  const tokens = words.map((word) => ({ hash: hashOf(word), is_empty: stopWords.tickets.has(word) }))
  visitNear(tokens, views.phrases, visit)
  words.forEach((word, i) => visit(gramOf(views.stems, hashOf(stemOf(word)), tokens[i]!.is_empty), i, i))
  visitNear(tokens.slice(0, openingWords), views.opening, visit)
  words.forEach((word, i) => visitPieces(` ${word.slice(0, longestWord)} `, tokens[i]!.is_empty, i, visit))
}

function visitNear(words: { hash: number; is_empty: boolean }[], view: View, visit: Visit): void {
  for (const [i, one] of words.entries()) {
    visit(gramOf(view, one.hash, one.is_empty), i, i)
    for (let j = i + 1; j <= i + reach && j < words.length; j++) {
      const other = words[j]!
      visit(gramOf(view, pairOf(one.hash, other.hash), one.is_empty || other.is_empty), i, j)
    }
  }
}

function visitPieces(word: string, is_empty: boolean, place: number, visit: Visit): void {
  for (let i = 0; i + pieceLength <= word.length; i++)
    visit(gramOf(views.pieces, hashOf(word, i, i + pieceLength), is_empty), place, place)
}

/** Two bits for the view, one for stop words, and the rest for the hash. */
const gramOf = (view: View, hash: number, is_empty: boolean) =>
  ((view << 30) | (Number(is_empty) << 29) | (hash >>> 3)) >>> 0

/** FNV-1a. */
function hashOf(word: string, start = 0, end = word.length): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return scatter(hash)
}

const pairOf = (a: number, b: number) => scatter(Math.imul(Math.min(a, b), 0x9e3779b1) ^ Math.max(a, b))

/** The finaliser of MurmurHash3. */
function scatter(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
