import type { Corpus, Document } from './document.ts'
import { viewOf } from './grams.ts'

/** The known grams, sorted by hash, with their inverse document frequency. */
export interface Vocabulary {
  hashes: Uint32Array
  rarity: Float32Array
}

/** With fewer documents, grams of a single document are kept. */
const enoughDocuments = 60

/** The grams of at least two documents; with too many, the most frequent ones. */
export function learnVocabulary(
  corpus: Corpus,
  rows: Int32Array,
  largest: number,
  isKnown: (hash: number) => boolean,
): Vocabulary {
  const { distinct, frequency } = countGrams(corpus, rows)
  for (let i = 0; i < distinct.length; i++) if (!isKnown(distinct[i]!)) frequency[i] = 0
  const least = minFrequency(frequency, rows.length < enoughDocuments ? 1 : 2, largest)
  const hashes = distinct.filter((_, i) => frequency[i]! >= least)
  const kept = frequency.filter((times) => times >= least)
  return {
    hashes,
    rarity: Float32Array.from(kept, (times) => Math.log((1 + rows.length) / (1 + times)) + 1),
  }
}

/** Counts by sorting, which takes less memory than a map. */
function countGrams(corpus: Corpus, rows: Int32Array): { distinct: Uint32Array; frequency: Uint32Array } {
  let total = 0
  for (const row of rows) total += corpus.at(row).hashes.length
  const all = new Uint32Array(total)
  let end = 0
  for (const row of rows) {
    const { hashes } = corpus.at(row)
    all.set(hashes, end)
    end += hashes.length
  }
  all.sort()
  const frequency = new Uint32Array(total)
  let last = -1
  for (let i = 0; i < total; i++) {
    if (last < 0 || all[i] !== all[last]) all[++last] = all[i]!
    frequency[last]!++
  }
  return { distinct: all.slice(0, last + 1), frequency: frequency.slice(0, last + 1) }
}

function minFrequency(frequency: Uint32Array, least: number, largest: number): number {
  for (;;) {
    let kept = 0
    for (const times of frequency) if (times >= least) kept++
    if (kept <= largest) return least
    least++
  }
}

export interface Matrix {
  starts: Int32Array
  columns: Int32Array
  values: Float32Array
  width: number
}

/** Weights of the four views and of the meaning; a weight of 0 takes no columns. */
export type Shares = readonly number[]
const meaningOf = (shares: Shares) => shares[4]!

export function encodeAll(
  corpus: Corpus,
  rows: Int32Array,
  vocabulary: Vocabulary,
  shares: Shares,
  dimensions: number,
): Matrix {
  const more = meaningOf(shares) > 0 ? dimensions : 0
  let most = 0
  for (const row of rows) most += corpus.at(row).hashes.length + more
  const matrix: Matrix = {
    starts: new Int32Array(rows.length + 1),
    columns: new Int32Array(most),
    values: new Float32Array(most),
    width: vocabulary.hashes.length + more,
  }
  let end = 0
  for (const [i, row] of rows.entries()) {
    encode(corpus.at(row), vocabulary, shares, (column, value) => {
      matrix.columns[end] = column
      matrix.values[end++] = value
    })
    matrix.starts[i + 1] = end
  }
  return { ...matrix, columns: matrix.columns.slice(0, end), values: matrix.values.slice(0, end) }
}

/** Each view is scaled to the length of its weight; the embedding follows after the grams. */
export function encode(
  { hashes, counts, meaning }: Document,
  vocabulary: Vocabulary,
  shares: Shares,
  visit: (column: number, value: number, gram: number) => void,
): void {
  const columns = new Int32Array(hashes.length)
  const squares = shares.map(() => 0)
  for (let i = 0; i < hashes.length; i++) {
    const column = (columns[i] = placeOf(vocabulary.hashes, hashes[i]!))
    if (column >= 0) squares[viewOf(hashes[i]!)]! += (counts[i]! * vocabulary.rarity[column]!) ** 2
  }
  const factors = squares.map((sum, view) => shares[view]! / Math.sqrt(sum || 1))
  for (let i = 0; i < hashes.length; i++) {
    const column = columns[i]!
    if (column >= 0)
      visit(column, counts[i]! * vocabulary.rarity[column]! * factors[viewOf(hashes[i]!)]!, hashes[i]!)
  }
  const share = meaningOf(shares)
  if (share > 0 && meaning)
    for (let i = 0; i < meaning.length; i++) visit(vocabulary.hashes.length + i, share * meaning[i]!, -1)
}

/** Binary search; -1 when it is not there. */
function placeOf(sorted: Uint32Array, hash: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = sorted[middle]!
    if (found === hash) return middle
    if (found < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}
