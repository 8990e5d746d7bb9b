/** What is known of all records of a kind: how many there are, and how many of them contain a term. */
export interface Statistics {
  documents: number
  /** In terms, of a chunk. */
  average_length: number
  frequency: Map<string, number>
}

/** A chunk that may answer the query. */
export interface Candidate {
  record_id: string
  chunk: number
  /** How often each term is in the chunk, its heading included. */
  terms: Map<string, number>
  length: number
  /** Of the record's title. */
  title_terms: string[]
  /** Of title, heading and text. */
  vector: Float32Array
}

export interface Query {
  terms: string[]
  vector: Float32Array
}

export interface Ranked {
  record_id: string
  /** The best one of the record. */
  chunk: number
  /** Divided by what the query could reach at most. */
  bm25: number
  cosine: number
  score: number
}

const k1 = 1.2
const b = 0.75
const titleWeight = 2
const cosineWeight = 0.5

/** The records of the candidates, best first. */
export function rank(query: Query, candidates: Candidate[], statistics: Statistics): Ranked[] {
  const weights = weightsOf(query.terms, statistics)
  const ideal = [...weights.values()].reduce((sum, weight) => sum + weight * (k1 + 1), 0) || 1
  const best = new Map<string, Ranked>()
  for (const candidate of candidates) {
    const bm25 = bm25Of(weights, candidate, statistics) / ideal
    const similarity = dot(query.vector, candidate.vector)
    const score = (bm25 + cosineWeight * Math.max(0, similarity)) / (1 + cosineWeight)
    const { record_id, chunk } = candidate
    if (score > (best.get(record_id)?.score ?? -1))
      best.set(record_id, { record_id, chunk, bm25, cosine: similarity, score })
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score)
}

/** How much each term of the query tells: the rarer the more, and a repeated one more. */
export function weightsOf(terms: string[], { documents, frequency }: Statistics): Map<string, number> {
  const weights = new Map<string, number>()
  for (const term of terms) {
    const containing = frequency.get(term) ?? 0
    const idf = Math.log(1 + (Math.max(0, documents - containing) + 0.5) / (containing + 0.5))
    weights.set(term, (weights.get(term) ?? 0) + idf)
  }
  return weights
}

function bm25Of(weights: Map<string, number>, candidate: Candidate, statistics: Statistics): number {
  const titled = new Map<string, number>()
  for (const term of candidate.title_terms) titled.set(term, (titled.get(term) ?? 0) + titleWeight)
  const length = candidate.length + titleWeight * candidate.title_terms.length
  const norm = k1 * (1 - b + (b * length) / (statistics.average_length || 1))
  let score = 0
  for (const [term, weight] of weights) {
    const count = (candidate.terms.get(term) ?? 0) + (titled.get(term) ?? 0)
    if (count > 0) score += (weight * count * (k1 + 1)) / (count + norm)
  }
  return score
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!
  return sum
}
