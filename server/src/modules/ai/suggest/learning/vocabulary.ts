import type { Corpus, Document, LabelledRows } from './document.ts'
import { viewNames, viewOf, views, type ViewName } from './grams.ts'

/** The known grams, sorted by hash. */
export interface Vocabulary {
  hashes: Uint32Array
  /** How much a gram counts in a text: see `relevanceOf`. Stored models have it under this name. */
  rarity: Float32Array
}

/** With fewer documents, grams of a single document are kept. */
const enoughDocuments = 60

/** The grams of at least two documents; with too many, the most frequent ones. */
export function learnVocabulary(
  labelled: LabelledRows,
  largest: number,
  isKnown: (hash: number) => boolean,
): Vocabulary {
  const { corpus, rows } = labelled
  const { distinct, frequency } = countGrams(corpus, rows)
  for (let i = 0; i < distinct.length; i++) if (!isKnown(distinct[i]!)) frequency[i] = 0
  const least = minFrequency(frequency, rows.length < enoughDocuments ? 1 : 2, largest)
  const hashes = distinct.filter((_, i) => frequency[i]! >= least)
  return { hashes, rarity: relevanceOf(hashes, labelled) }
}

/** Rows of usual classes that each gram is assumed to have, so that rare grams do not tell much by chance. */
const assumedRows = 3
/** Added to every divergence: a gram that tells nothing by itself still counts a little. */
const leastDivergence = 0.02

/**
 * How much a gram tells about the class: the square root of the divergence (Kullback-Leibler) of its classes from those of all
 * rows. Measured, this is better than the rarity of a gram; see docs/ai.md.
 */
function relevanceOf(hashes: Uint32Array, { corpus, rows, labels, classes }: LabelledRows): Float32Array {
  const times = new Uint32Array(hashes.length * classes.length)
  const usual = new Float64Array(classes.length)
  for (const [i, row] of rows.entries()) {
    usual[labels[i]!]! += 1 / rows.length
    for (const hash of corpus.at(row).hashes) {
      const column = indexOf(hashes, hash)
      if (column >= 0) times[column * classes.length + labels[i]!]!++
    }
  }
  return Float32Array.from(hashes, (_, column) => {
    const each = times.subarray(column * classes.length, (column + 1) * classes.length)
    return Math.sqrt(divergenceOf(each, usual) + leastDivergence)
  })
}

function divergenceOf(times: Uint32Array, usual: Float64Array): number {
  let total = assumedRows
  for (const n of times) total += n
  let sum = 0
  for (let c = 0; c < times.length; c++) {
    const share = (times[c]! + assumedRows * usual[c]!) / total
    if (share > 0) sum += share * Math.log(share / usual[c]!)
  }
  return sum
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

/** Weights of the four views and of the meaning; a meaning of weight 0 takes no columns. */
export type Shares = Readonly<Record<ViewName | 'meaning', number>>

export function encodeAll(
  corpus: Corpus,
  rows: Int32Array,
  vocabulary: Vocabulary,
  shares: Shares,
  dimensions: number,
): Matrix {
  const more = shares.meaning > 0 ? dimensions : 0
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
  const squares = viewNames.map(() => 0)
  for (let i = 0; i < hashes.length; i++) {
    const column = (columns[i] = indexOf(vocabulary.hashes, hashes[i]!))
    if (column >= 0) squares[viewOf(hashes[i]!)]! += (counts[i]! * vocabulary.rarity[column]!) ** 2
  }
  const factors = viewNames.map((name) => shares[name] / Math.sqrt(squares[views[name]] || 1))
  for (let i = 0; i < hashes.length; i++) {
    const column = columns[i]!
    if (column >= 0)
      visit(column, counts[i]! * vocabulary.rarity[column]! * factors[viewOf(hashes[i]!)]!, hashes[i]!)
  }
  if (shares.meaning > 0 && meaning)
    for (let i = 0; i < meaning.length; i++)
      visit(vocabulary.hashes.length + i, shares.meaning * meaning[i]!, -1)
}

/** Binary search; -1 when it is not there. */
function indexOf(sorted: Uint32Array, hash: number): number {
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
