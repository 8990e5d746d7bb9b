/** Vectors of one byte per dimension, one after the other, with the factor of each. */
export interface QuantisedVectors {
  dimensions: number
  bytes: Int8Array
  scales: Float32Array
  size: number
}

export interface Neighbour {
  slot: number
  cosine: number
}

/** The `limit` vectors with the highest cosine, best first: every vector is compared. */
export function nearestOf(vectors: QuantisedVectors, query: Float32Array, limit: number): Neighbour[] {
  const { dimensions, bytes, scales, size } = vectors
  const best: Neighbour[] = []
  for (let slot = 0; slot < size; slot++) {
    let sum = 0
    for (let i = 0, at = slot * dimensions; i < dimensions; i += 4, at += 4)
      sum +=
        query[i]! * bytes[at]! +
        query[i + 1]! * bytes[at + 1]! +
        query[i + 2]! * bytes[at + 2]! +
        query[i + 3]! * bytes[at + 3]!
    const cosine = sum * scales[slot]!
    if (best.length === limit && cosine <= best.at(-1)!.cosine) continue
    let rank = best.length
    while (rank > 0 && best[rank - 1]!.cosine < cosine) rank--
    best.splice(rank, 0, { slot, cosine })
    if (best.length > limit) best.pop()
  }
  return best
}
