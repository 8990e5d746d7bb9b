import { logistic } from '../math/probability.ts'
import { cosine } from '../math/vectors.ts'
import { coverageOf } from './answerable.ts'
import { rankByMeaning } from './rank-by-meaning.ts'

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
  /** How often each term is in the chunk, its heading included. */
  terms: Map<string, number>
  length: number
  title_terms: string[]
  /** Of the static embedding. */
  vector: Float32Array
  /** Of the encoder, once it has come to this passage. */
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

// Fitted by cross-validation, see docs/ai.md. Chunks are short, so that their length may count fully.
const k1 = 0.6
const b = 0.95
const titleWeight = 3
const rarity = 0.8
const cosineWeight = 0.35

/** Best first, one passage per record. */
export function rank(query: Query, candidates: Candidate[], statistics: Statistics): RankedRecord[] {
  const weights = weightsOf(query.terms, statistics)
  const ideal = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const scored = candidates.map((candidate) => {
    const bm25 = bm25Of(weights, candidate, statistics) / ideal
    return { candidate, bm25, cosine: cosine(query.vector, candidate.vector) }
  })
  return query.encoded
    ? rankByMeaning(query.encoded, scored, weights.size)
    : rankByWords(scored, weights.size, statistics.documents)
}

export interface ScoredCandidate {
  candidate: Candidate
  /** Divided by the maximum for the query. */
  bm25: number
  /** Of the static embedding. */
  cosine: number
}

/** Without the encoder, the words are the more reliable signal. */
function rankByWords(scored: ScoredCandidate[], words: number, documents: number): RankedRecord[] {
  const best = new Map<string, ScoredRecord>()
  for (const { candidate, bm25, cosine } of scored) {
    const { record_id, chunk } = candidate
    const fit = bm25 + cosineWeight * cosine
    if (fit > (best.get(record_id)?.fit ?? -Infinity))
      best.set(record_id, { record_id, chunk, bm25, cosine, fit })
  }
  const fitting = [...best.values()].toSorted((one, other) => other.fit - one.fit)
  return calibrated(fitting, words, documents)
}

export interface ScoredRecord extends Omit<RankedRecord, 'score' | 'coverage'> {
  fit: number
}

/** A record that stands out from the others, and was found by more words, gets a higher probability. */
function calibrated(fitting: ScoredRecord[], words: number, documents: number): RankedRecord[] {
  return fitting.map(({ fit, ...record }, place) => {
    const rival = fitting[place === 0 ? 1 : 0]?.fit ?? 0
    const score = logistic(6.1 * fit + 8.7 * (fit - rival) + 1.2 * Math.log(1 + words) - 8.5)
    return { ...record, score, coverage: coverageOf(fit, words, documents) }
  })
}

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
