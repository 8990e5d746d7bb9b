import { VectorTable } from '../math/vector-table.ts'
import type { QuestionWords } from './question/question-words.ts'

interface CachedQuestion {
  text: string
  words: QuestionWords
}

export interface Entry {
  key: string
  question: CachedQuestion
}

export interface Neighbour extends Entry {
  cosine: number
}

const stemsOf = ({ stems }: QuestionWords) => [...stems].toSorted().join(' ')

/** Search over the cached questions of a partition, by their words and by their meaning. */
export class Neighbours {
  readonly #slots = new Map<string, number>()
  readonly #entries: Entry[] = []
  readonly #byStems = new Map<string, Map<string, Entry>>()
  readonly #vectors: VectorTable

  constructor(dimensions: number) {
    this.#vectors = new VectorTable(dimensions)
  }

  get size(): number {
    return this.#entries.length
  }

  set(key: string, { vector, ...question }: CachedQuestion & { vector: Buffer }): void {
    const slot = this.#slots.get(key) ?? this.size
    if (slot < this.size) this.#forgetStems(this.#entries[slot]!)
    const entry = { key, question }
    this.#slots.set(key, slot)
    this.#entries[slot] = entry
    this.#vectors.set(slot, vector)
    const stems = stemsOf(question.words)
    this.#byStems.set(stems, (this.#byStems.get(stems) ?? new Map<string, Entry>()).set(key, entry))
  }

  delete(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#forgetStems(this.#entries[slot]!)
    this.#slots.delete(key)
    this.#vectors.delete(slot)
    const last = this.#entries.pop()!
    if (last.key === key) return
    this.#entries[slot] = last
    this.#slots.set(last.key, slot)
  }

  #forgetStems({ key, question }: Entry): void {
    const stems = stemsOf(question.words)
    const alike = this.#byStems.get(stems)
    alike?.delete(key)
    if (alike?.size === 0) this.#byStems.delete(stems)
  }

  ofSameStems(words: QuestionWords): Entry[] {
    return [...(this.#byStems.get(stemsOf(words))?.values() ?? [])]
  }

  /** The `most` nearest entries with at least this cosine, nearest first. */
  near(vector: Float32Array, least: number, most: number): Neighbour[] {
    return this.#vectors
      .nearest(vector, most, least)
      .map(({ slot, cosine }) => ({ ...this.#entries[slot]!, cosine }))
  }
}
