import { Type, type Static } from 'typebox'
import { day } from '../../../kernel/durations.ts'
import { Enum, SingleLine, NamedBody, NamedObject, Prose } from '../../../kernel/schema.ts'
import { logistic } from '../math/probability.ts'
import { reportFields } from '../cache/model.ts'
import { OptionalContext } from '../context/model.ts'
import { Model } from '../models/model.ts'

export const ExemplarsRequest = NamedBody('ExemplarsRequest', {
  record_type: Type.Optional(Enum(['incident'])),
  description: Prose(20_000),
  category: Type.Optional(
    SingleLine(100, 'Incidents of this category come first among those that are equally similar'),
  ),
  top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
  context_record: OptionalContext,
  model: Model,
})
export type ExemplarsRequest = Static<typeof ExemplarsRequest>

const Exemplar = NamedObject('Exemplar', {
  incident_id: Type.String(),
  description: Type.String({ description: 'Short description and description' }),
  resolution: Type.String({ description: 'The resolution note; empty if there is none' }),
  resolution_time_min: Type.Integer({ description: 'Minutes from opened to resolved' }),
  similarity_score: Type.Number({ minimum: 0, maximum: 1 }),
})
export type Exemplar = Static<typeof Exemplar>

export const Exemplars = NamedObject('Exemplars', {
  exemplars: Type.Array(Exemplar),
  count: Type.Integer(),
  ...reportFields,
})

export interface Case {
  id: string
  version: number
  short_description: string
  description: string | null
  category: string | null
  ci_id: string | null
  parent_problem_id: string | null
  change_id: string | null
  resolved_at: Date
  minutes: number
  resolution: string
}

/** What it is about, for comparing it with others. */
export const problemText = ({
  short_description,
  description,
}: Pick<Case, 'short_description' | 'description'>) =>
  `${short_description}\n${(description ?? '').slice(0, 4000)}`

export interface SimilarCase extends Case {
  similarity: number
}

/** Below this, two incidents are not similar. */
export const minSimilarity = 0.1
/** From here on, two incidents are treated as the same problem. */
export const sameProblemThreshold = 0.4

/**
 * How likely two texts describe the same problem, from BM25 (as a share of its maximum) and the cosine of their meanings: a
 * logistic regression on 31,000 labelled pairs of demo incidents (AUC 0.89). Texts of one or two words get a lower score.
 */
export function likenessOf({ bm25, cosine }: { bm25: number; cosine: number }, words: number): number {
  const same = logistic(10.7 * bm25 + 5.8 * Math.max(0, cosine) - 5.3)
  return same * Math.min(1, words / enoughWords)
}

/**
 * The same with the cosine of the encoder, fitted on 139,780 pairs of demo incidents, 1,960 of them with the same article (AUC
 * 0.93). Shared words add little: "every few minutes" is said of every system.
 */
export function likenessByMeaning({ bm25, cosine }: { bm25: number; cosine: number }, words: number): number {
  const same = logistic(14 * Math.max(0, cosine) + 2 * bm25 - 8.6)
  return same * Math.min(1, words / enoughWords)
}

/** With the encoder, what is less likely than this to be the same problem is not shown. */
export const minByMeaning = 0.3

const enoughWords = 3

const halfLife = 180 * day
/** Factor for a case without a written resolution. */
const noResolutionFactor = 0.5

export interface Signals {
  /** Of the texts, from 0 to 1. */
  likeness: number
  /** Undefined when the request names no category. */
  is_same_category: boolean | undefined
  age_ms: number
  has_resolution: boolean
}

/**
 * From 0 to 1. The text decides; the same category, a recent resolution and a written one add to it. Monotonic in each
 * signal.
 */
export function similarityOf({ likeness, is_same_category, age_ms, has_resolution }: Signals): number {
  const recency = 2 ** (-Math.max(0, age_ms) / halfLife)
  const share = 0.8 + (is_same_category === false ? 0 : 0.15) + 0.05 * recency
  const score = likeness * share * (has_resolution ? 1 : noResolutionFactor)
  return Math.round(score * 10_000) / 10_000
}
