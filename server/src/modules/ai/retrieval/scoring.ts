import { cosine } from '../math/vectors.ts'

/** Statistics of all records of a kind, for BM25. */
export interface Statistics {
  documents: number
  passages: number
  average_length: number
  frequency: Map<string, number>
}

export interface Candidate {
  record_id: string
  chunk: number
  /** Passages of its record that are compared by meaning. */
  passages: number
  /** How often each term is in the chunk, its heading included. */
  terms: Map<string, number>
  length: number
  title_terms: string[]
  /** Of the static embedding; not read when there is the encoder's. */
  vector?: Float32Array
  /** Of the encoder, once this passage is encoded. */
  encoded?: Float32Array
}

export interface Query {
  terms: string[]
  /** Of the static embedding. */
  vector: Float32Array
  /** Of the encoder, when it is in use. */
  encoded?: Float32Array
}

export interface RankedRecord {
  record_id: string
  /** The best one of the record. */
  chunk: number
  /** Divided by the maximum for the query. */
  bm25: number
  cosine: number
  /** How likely it is that this record answers the query, 0 to 1. */
  score: number
  /** How likely it is that the query is answered by any record, as far as this one shows. */
  coverage: number
}

export interface ScoredCandidate {
  candidate: Candidate
  /** Divided by the maximum for the query. */
  bm25: number
  /** Of the static embedding; 0 without it. */
  cosine: number
}

export interface ScoredRecord extends Omit<RankedRecord, 'score' | 'coverage'> {
  fit: number
}

// Fitted by cross-validation, see docs/ai.md. Chunks are short, so that their length may count fully.
const k1 = 0.6
const b = 0.95
const titleWeight = 3
const rarity = 0.8

/** Weight of each term of the query: higher for rare and repeated terms. */
export function weightsOf(terms: string[], { documents, frequency }: Statistics): Map<string, number> {
  const weights = new Map<string, number>()
  for (const term of terms) {
    const containing = frequency.get(term) ?? 0
    const idf = Math.log(1 + (Math.max(0, documents - containing) + 0.5) / (containing + 0.5))
    weights.set(term, (weights.get(term) ?? 0) + idf ** rarity)
  }
  return weights
}

function bm25Of(weights: Map<string, number>, candidate: Candidate, statistics: Statistics): number {
  const { terms, title_terms } = candidate
  const length = candidate.length + titleWeight * title_terms.length
  const norm = k1 * (1 - b + (b * length) / (statistics.average_length || 1))
  let score = 0
  for (const [term, weight] of weights) {
    const titled = title_terms.reduce((count, each) => count + (each === term ? 1 : 0), 0)
    const count = (terms.get(term) ?? 0) + titleWeight * titled
    if (count > 0) score += (weight * count) / (count + norm)
  }
  return score
}

/** What the words and the static embedding say about each candidate. */
export function scoreAll(query: Query, candidates: Candidate[], statistics: Statistics): ScoredCandidate[] {
  const weights = weightsOf(query.terms, statistics)
  const ideal = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  return candidates.map((candidate) => ({
    candidate,
    bm25: bm25Of(weights, candidate, statistics) / ideal,
    cosine: candidate.vector ? cosine(query.vector, candidate.vector) : 0,
  }))
}
