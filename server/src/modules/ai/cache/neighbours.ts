import { cosine } from '../math/vectors.ts'
import type { QuestionWords } from './question/question-words.ts'

/** A cached question with the vector of its meaning. */
export interface CachedQuestion {
  text: string
  words: QuestionWords
  vector: Float32Array
}

interface Entry {
  key: string
  question: CachedQuestion
}

export interface Neighbour extends Entry {
  cosine: number
}

/** Vectors with a cosine of 0.45 differ in the sign of about 35 % of their dimensions, others in nearly half. */
const maxSignsApart = 0.4

/**
 * Nearest-neighbour search over vectors of length 1. The signs of their dimensions, packed into bits, rule out most entries
 * before their vectors are read.
 */
export class Neighbours {
  readonly #slots = new Map<string, number>()
  readonly #entries: Entry[] = []
  readonly #dimensions: number
  readonly #words: number
  #signs: Uint32Array

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#words = Math.ceil(dimensions / 32)
    this.#signs = new Uint32Array(64 * this.#words)
  }

  get size(): number {
    return this.#entries.length
  }

  set(key: string, question: CachedQuestion): void {
    const slot = this.#slots.get(key) ?? this.size
    if (slot * this.#words === this.#signs.length) this.#grow()
    this.#put(slot, { key, question })
  }

  delete(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    const last = this.#entries.pop()!
    if (last.key !== key) this.#put(slot, last)
  }

  /** The entries with at least this cosine, nearest first; the nearest ones when there are more than `most`. */
  near(vector: Float32Array, least: number, most = Infinity): Neighbour[] {
    let near: Neighbour[] = []
    let bound = least
    const keepNearest = () => {
      near = near.toSorted((a, b) => b.cosine - a.cosine).slice(0, most)
      if (near.length === most) bound = near.at(-1)!.cosine
    }
    const signs = this.#signsOf(vector)
    const maxApart = maxSignsApart * this.#dimensions
    for (let slot = 0; slot < this.size; slot++) {
      if (this.#countSignsApart(slot, signs) > maxApart) continue
      const entry = this.#entries[slot]!
      const similarity = cosine(vector, entry.question.vector)
      if (similarity >= bound) near.push({ ...entry, cosine: similarity })
      if (near.length >= 4 * most) keepNearest()
    }
    keepNearest()
    return near
  }

  #countSignsApart(slot: number, signs: Uint32Array): number {
    let count = 0
    const start = slot * this.#words
    for (let i = 0; i < this.#words; i++) count += countBits(this.#signs[start + i]! ^ signs[i]!)
    return count
  }

  #signsOf(vector: Float32Array): Uint32Array {
    const signs = new Uint32Array(this.#words)
    for (let i = 0; i < vector.length; i++) if (vector[i]! > 0) signs[i >> 5]! |= 1 << (i & 31)
    return signs
  }

  #put(slot: number, entry: Entry): void {
    this.#slots.set(entry.key, slot)
    this.#entries[slot] = entry
    this.#signs.set(this.#signsOf(entry.question.vector), slot * this.#words)
  }

  #grow(): void {
    const signs = new Uint32Array(2 * this.#signs.length)
    signs.set(this.#signs)
    this.#signs = signs
  }
}

/** Adds up the bits in pairs, then in fours, then in bytes. */
function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
