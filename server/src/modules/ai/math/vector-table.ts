import { dotProducts, vectorsAtOnce } from './dot-products.ts'

export interface Neighbour {
  slot: number
  cosine: number
}

/** Finer than the bytes it is compared with, and no sum of products exceeds 32 bits. */
const maxQuantised = 32_767

/** Vectors as `quantise` writes them, each in its slot, all of which are compared with a query. */
export class VectorTable {
  readonly #dimensions: number
  #bytes = new Int8Array(0)
  #scales = new Float32Array(0)
  #size = 0

  constructor(dimensions: number) {
    this.#dimensions = dimensions
  }

  get size(): number {
    return this.#size
  }

  /** The slot is one in use, or the next. */
  set(slot: number, quantised: Buffer): void {
    this.#size = Math.max(this.#size, slot + 1)
    if (this.#size > this.#scales.length) this.#grow()
    this.#scales[slot] = quantised.readFloatLE()
    this.#bytes.set(quantised.subarray(4), slot * this.#dimensions)
  }

  /** The last vector moves into this slot. */
  delete(slot: number): void {
    const last = --this.#size
    this.#scales[slot] = this.#scales[last]!
    this.#bytes.copyWithin(slot * this.#dimensions, last * this.#dimensions, (last + 1) * this.#dimensions)
  }

  /** The `limit` vectors with the highest cosine, which is at least `least`; best first. */
  nearest(query: Float32Array, limit: number, least = -Infinity): Neighbour[] {
    const largest = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
    const rounded = Int16Array.from(query, (value) => Math.round((value / largest) * maxQuantised))
    const best: Neighbour[] = []
    let bound = least
    const step = vectorsAtOnce(this.#dimensions)
    for (let first = 0; first < this.#size; first += step) {
      const end = Math.min(this.#size, first + step)
      const block = this.#bytes.subarray(first * this.#dimensions, end * this.#dimensions)
      const products = dotProducts(rounded, block)
      for (let i = 0; i < products.length; i++) {
        const cosine = products[i]! * this.#scales[first + i]! * (largest / maxQuantised)
        if (cosine < bound || (best.length === limit && cosine === bound)) continue
        insert(best, { slot: first + i, cosine })
        if (best.length > limit) best.pop()
        if (best.length === limit) bound = best.at(-1)!.cosine
      }
    }
    return best
  }

  #grow(): void {
    const room = Math.max(64, 2 * this.#scales.length)
    const [bytes, scales] = [new Int8Array(room * this.#dimensions), new Float32Array(room)]
    bytes.set(this.#bytes)
    scales.set(this.#scales)
    this.#bytes = bytes
    this.#scales = scales
  }
}

function insert(best: Neighbour[], neighbour: Neighbour): void {
  let rank = best.length
  while (rank > 0 && best[rank - 1]!.cosine < neighbour.cosine) rank--
  best.splice(rank, 0, neighbour)
}
