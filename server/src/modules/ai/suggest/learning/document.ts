import { visitGrams, wordsOf } from './grams.ts'

export interface Document {
  hashes: Uint32Array
  /** Repetitions add less and less; measured, the logarithm alone takes too much from them. */
  counts: Float32Array
  /** Embedding of length 1; left out where words alone are enough. */
  meaning?: Float32Array | undefined
}

export function documentOf(text: string, meaning?: Float32Array): Document {
  const times = new Map<number, number>()
  visitGrams(wordsOf(text), (hash) => times.set(hash, (times.get(hash) ?? 0) + 1))
  return {
    hashes: Uint32Array.from(times.keys()),
    counts: Float32Array.from(times.values(), (n) => (1 + Math.log(n)) ** 1.5),
    meaning,
  }
}

/** Documents packed in a few arrays, because objects would take too much memory. */
export class Corpus {
  #hashes = new Uint32Array(1 << 16)
  #counts = new Float32Array(1 << 16)
  #starts = [0]
  #meanings: (Float32Array | undefined)[] = []

  get size(): number {
    return this.#meanings.length
  }

  get grams(): number {
    return this.#starts.at(-1)!
  }

  add({ hashes, counts, meaning }: Document): void {
    const end = this.grams + hashes.length
    if (end > this.#hashes.length) this.#grow(2 * end)
    this.#hashes.set(hashes, this.grams)
    this.#counts.set(counts, this.grams)
    this.#starts.push(end)
    this.#meanings.push(meaning)
  }

  at(row: number): Document {
    const [start, end] = [this.#starts[row]!, this.#starts[row + 1]!]
    return {
      hashes: this.#hashes.subarray(start, end),
      counts: this.#counts.subarray(start, end),
      meaning: this.#meanings[row],
    }
  }

  #grow(length: number): void {
    const [hashes, counts] = [new Uint32Array(length), new Float32Array(length)]
    hashes.set(this.#hashes)
    counts.set(this.#counts)
    this.#hashes = hashes
    this.#counts = counts
  }
}

export interface LabelledRows {
  corpus: Corpus
  rows: Int32Array
  labels: Int32Array
  classes: string[]
}
