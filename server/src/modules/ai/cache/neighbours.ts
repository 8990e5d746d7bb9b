interface Entry {
  key: string
  form: string
  vector: Float32Array
}

export interface Neighbour {
  key: string
  form: string
  cosine: number
}

/** Usually enough dimensions to rule out that two vectors are close. A multiple of four. */
const head = 32

/**
 * Nearest-neighbour search over vectors of length 1. The lengths behind the head bound the rest of the dot product, so
 * most comparisons end with the head. The heads are stored contiguously, because fetching them from all over the memory
 * took longer than the arithmetic. Searching 10,000 vectors takes about a millisecond.
 */
export class Neighbours {
  #places = new Map<string, number>()
  #entries: Entry[] = []
  #heads = new Float32Array(64 * head)
  #rests = new Float32Array(64)

  get size(): number {
    return this.#entries.length
  }

  set(key: string, form: string, vector: Float32Array): void {
    const place = this.#places.get(key) ?? this.size
    if (place === this.#rests.length) this.#grow()
    this.#put(place, { key, form, vector })
  }

  delete(key: string): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    this.#places.delete(key)
    const last = this.#entries.pop()!
    if (last.key !== key) this.#put(place, last)
  }

  near(vector: Float32Array, least: number): Neighbour[] {
    const near: Neighbour[] = []
    const rest = lengthBehindHead(vector)
    for (let place = 0; place < this.size; place++) {
      let cosine = this.#compareHead(place, vector)
      if (cosine + rest * this.#rests[place]! < least) continue
      const { key, form, vector: other } = this.#entries[place]!
      for (let i = head; i < vector.length; i++) cosine += vector[i]! * other[i]!
      if (cosine >= least) near.push({ key, form, cosine })
    }
    return near.toSorted((a, b) => b.cosine - a.cosine)
  }

  /** Four independent sums run in parallel on the processor. */
  #compareHead(place: number, vector: Float32Array): number {
    const heads = this.#heads
    const start = place * head
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let i = 0; i < head; i += 4) {
      a += heads[start + i]! * vector[i]!
      b += heads[start + i + 1]! * vector[i + 1]!
      c += heads[start + i + 2]! * vector[i + 2]!
      d += heads[start + i + 3]! * vector[i + 3]!
    }
    return a + b + c + d
  }

  #put(place: number, entry: Entry): void {
    this.#places.set(entry.key, place)
    this.#entries[place] = entry
    this.#heads.set(entry.vector.subarray(0, head), place * head)
    this.#rests[place] = lengthBehindHead(entry.vector)
  }

  #grow(): void {
    const [heads, rests] = [
      new Float32Array(2 * this.#heads.length),
      new Float32Array(2 * this.#rests.length),
    ]
    heads.set(this.#heads)
    rests.set(this.#rests)
    this.#heads = heads
    this.#rests = rests
  }
}

function lengthBehindHead(vector: Float32Array): number {
  let sum = 0
  for (let i = head; i < vector.length; i++) sum += vector[i]! ** 2
  return Math.sqrt(sum)
}
