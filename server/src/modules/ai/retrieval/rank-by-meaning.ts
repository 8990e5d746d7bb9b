import { logistic } from '../math/probability.ts'
import { cosine } from '../math/vectors.ts'
import type { RankedRecord, ScoredCandidate, ScoredRecord } from './scoring.ts'

// Fitted on the questions of docs/ai.md.
const cosineWeight = 4
/** The best of n passages is closer by chance, by about the square root of log n, like the maximum of n samples. */
const chance = 0.13

interface NearRecord extends ScoredRecord {
  /** The cosine corrected for chance. */
  nearness: number
}

/** Ranks by meaning; words decide between close candidates. */
export function rankByMeaning(query: Float32Array, scored: ScoredCandidate[], words: number): RankedRecord[] {
  const most = scored.reduce((max, { bm25 }) => Math.max(max, bm25), 0) || 1
  const fitOf = (bm25: number, similarity: number) => bm25 / most + cosineWeight * similarity
  const best = new Map<string, NearRecord>()
  const fits = new Map<string, number>()
  for (const each of scored) {
    const { record_id, chunk, passages } = each.candidate
    const similarity = cosineTo(query, each)
    const known = best.get(record_id)
    const isBest = fitOf(each.bm25, similarity) > (fits.get(record_id) ?? -Infinity)
    if (isBest) fits.set(record_id, fitOf(each.bm25, similarity))
    const [bm25, nearest] = [Math.max(each.bm25, known?.bm25 ?? 0), Math.max(similarity, known?.cosine ?? -1)]
    const nearness = nearest - chance * Math.sqrt(Math.log(passages))
    // The words of a record and its meaning may be strongest in different passages.
    best.set(record_id, {
      record_id,
      chunk: isBest ? chunk : known!.chunk,
      bm25,
      cosine: nearest,
      nearness,
      fit: fitOf(bm25, nearness),
    })
  }
  return calibrated(
    [...best.values()].toSorted((one, other) => other.fit - one.fit),
    words,
  )
}

/**
 * A record that stands out from the others gets a higher probability. The probability that any record answers is fitted so
 * that, at the bound, 97 % of the answerable questions get an answer.
 */
const calibrated = (fitting: NearRecord[], words: number): RankedRecord[] =>
  fitting.map(({ fit, nearness, ...record }, place) => {
    const { bm25, cosine } = record
    const lead = fit - (fitting[place === 0 ? 1 : 0]?.fit ?? 0)
    return {
      ...record,
      score: logistic(2.6 * nearness + 0.6 * bm25 + 3.7 * lead - 2.5),
      coverage: logistic(15.8 * cosine + 9.7 * bm25 + 2 * Math.log(1 + words) - 15.75),
    }
  })

/** A passage that is not encoded yet gets the usual cosine of passages with the same word score. */
const cosineTo = (query: Float32Array, { candidate, bm25, cosine: others }: ScoredCandidate): number =>
  candidate.encoded ? cosine(query, candidate.encoded) : 0.25 + 0.3 * bm25 + 0.2 * others
