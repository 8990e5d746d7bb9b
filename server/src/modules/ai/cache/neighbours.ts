import { VectorTable } from '../math/vector-table.ts'
import type { QuestionWords } from './question/question-words.ts'

interface CachedQuestion {
  text: string
  words: QuestionWords
}

interface Entry {
  key: string
  question: CachedQuestion
}

export interface Neighbour extends Entry {
  cosine: number
}

/** Nearest-neighbour search over the cached questions of a partition. */
export class Neighbours {
  readonly #slots = new Map<string, number>()
  readonly #entries: Entry[] = []
  readonly #vectors: VectorTable

  constructor(dimensions: number) {
    this.#vectors = new VectorTable(dimensions)
  }

  get size(): number {
    return this.#entries.length
  }

  set(key: string, { vector, ...question }: CachedQuestion & { vector: Buffer }): void {
    const slot = this.#slots.get(key) ?? this.size
    this.#slots.set(key, slot)
    this.#entries[slot] = { key, question }
    this.#vectors.set(slot, vector)
  }

  delete(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    this.#vectors.delete(slot)
    const last = this.#entries.pop()!
    if (last.key === key) return
    this.#entries[slot] = last
    this.#slots.set(last.key, slot)
  }

  /** The `most` nearest entries with at least this cosine, nearest first. */
  near(vector: Float32Array, least: number, most: number): Neighbour[] {
    return this.#vectors
      .nearest(vector, most, least)
      .map(({ slot, cosine }) => ({ ...this.#entries[slot]!, cosine }))
  }
}
