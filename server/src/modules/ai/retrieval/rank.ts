import { logistic } from '../math/probability.ts'
import { coverageOf } from './answerable.ts'
import { rankByMeaning } from './rank-by-meaning.ts'
import {
  scoreAll,
  type Candidate,
  type Query,
  type RankedRecord,
  type ScoredCandidate,
  type ScoredRecord,
  type Statistics,
} from './scoring.ts'

// Fitted by cross-validation, see docs/ai.md.
const cosineWeight = 0.35

/** Best first, one passage per record. */
export function rank(query: Query, candidates: Candidate[], statistics: Statistics): RankedRecord[] {
  const scored = scoreAll(query, candidates, statistics)
  const words = new Set(query.terms).size
  return query.encoded
    ? rankByMeaning(query.encoded, scored, words)
    : rankByWords(scored, words, statistics.documents)
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

/** A record that stands out from the others, and was found by more words, gets a higher probability. */
function calibrated(fitting: ScoredRecord[], words: number, documents: number): RankedRecord[] {
  return fitting.map(({ fit, ...record }, place) => {
    const rival = fitting[place === 0 ? 1 : 0]?.fit ?? 0
    const score = logistic(6.1 * fit + 8.7 * (fit - rival) + 1.2 * Math.log(1 + words) - 8.5)
    return { ...record, score, coverage: coverageOf(fit, words, documents) }
  })
}
