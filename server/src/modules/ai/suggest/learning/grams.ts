import { stemOf } from '../../retrieval/stem.ts'

/** More words add time, and hardly anything to what a text is about. */
const mostWords = 2000
/** What a ticket opens with says more of it than the same words further down. */
const openingWords = 8
/** Words that stand next to each other, or with one between them, say more together. */
const reach = 2
const pieceLength = 4
/** What is longer is no word but a key or a file. */
const longestWord = 40

/**
 * A text is looked at in four ways, each counted for itself: its words and pairs of near words in any order, its stems, its opening,
 * and pieces of four letters, which misspelt, compound and related words share. Measured on 38,000 tickets, each of them adds to
 * the others; see docs/ai.md.
 */
export const views = { phrases: 0, stems: 1, opening: 2, pieces: 3 } as const
type View = (typeof views)[keyof typeof views]

/** How much each view counts. */
export const viewShares: readonly number[] = [1, 0.3, 0.4, 0.5]

/** The view that a gram belongs to. */
export const viewOf = (hash: number): number => hash >>> 30

export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    words.push(word)
    if (words.length === mostWords) break
  }
  return words
}

/** Takes the number of a gram, and the places of the one or two words that it is made of. */
type Visit = (hash: number, first: number, second: number) => void

/** Grams are known by a number alone, so that a model holds no text of anybody's incidents. */
export function visitGrams(words: readonly string[], visit: Visit): void {
  const hashes = words.map((word) => hashOf(word))
  visitNear(hashes, views.phrases, visit)
  words.forEach((word, i) => visit(inView(views.stems, hashOf(stemOf(word))), i, i))
  visitNear(hashes.slice(0, openingWords), views.opening, visit)
  words.forEach((word, i) => visitPieces(` ${word.slice(0, longestWord)} `, i, visit))
}

function visitNear(hashes: number[], view: View, visit: Visit): void {
  for (let i = 0; i < hashes.length; i++) {
    visit(inView(view, hashes[i]!), i, i)
    for (let j = i + 1; j <= i + reach && j < hashes.length; j++)
      visit(inView(view, pairOf(hashes[i]!, hashes[j]!)), i, j)
  }
}

function visitPieces(word: string, place: number, visit: Visit): void {
  for (let i = 0; i + pieceLength <= word.length; i++)
    visit(inView(views.pieces, hashOf(word, i, i + pieceLength)), place, place)
}

const inView = (view: View, hash: number) => ((view << 30) | (hash >>> 2)) >>> 0

/** FNV-1a. */
function hashOf(word: string, start = 0, end = word.length): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return scatter(hash)
}

const pairOf = (a: number, b: number) => scatter(Math.imul(Math.min(a, b), 0x9e3779b1) ^ Math.max(a, b))

/** Lets every bit of a number decide over every other; the last step of MurmurHash3. */
function scatter(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
