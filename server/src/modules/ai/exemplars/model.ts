import { Type, type Static } from 'typebox'
import { day } from '../../../kernel/durations.ts'
import { Enum, Line, NamedBody, NamedObject, Prose } from '../../../kernel/schema.ts'
import { Model, reportFields } from '../model.ts'

export const ExemplarsRequest = NamedBody('ExemplarsRequest', {
  record_type: Type.Optional(Enum(['incident'])),
  description: Prose(20_000),
  category: Type.Optional(
    Line(100, 'Incidents of this category come first among those that are equally similar'),
  ),
  top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
  model: Model,
})
export type ExemplarsRequest = Static<typeof ExemplarsRequest>

const Exemplar = NamedObject('Exemplar', {
  incident_id: Type.String(),
  description: Type.String({ description: 'Short description and description' }),
  resolution: Type.String({ description: 'The note that resolved it; empty when nobody wrote one' }),
  resolution_time_min: Type.Integer({ description: 'Minutes from opened to resolved' }),
  similarity_score: Type.Number({ minimum: 0, maximum: 1 }),
})
export type Exemplar = Static<typeof Exemplar>

export const Exemplars = NamedObject('Exemplars', {
  exemplars: Type.Array(Exemplar),
  count: Type.Integer(),
  ...reportFields,
})

/** A resolved incident, and what resolved it. */
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
  /** From opened to resolved. */
  minutes: number
  resolution: string
}

export interface SimilarCase extends Case {
  /** From 0 to 1. */
  similarity: number
}

/** Below, two incidents have little more in common than that they are incidents. */
export const leastSimilarity = 0.1
/** From here on one may take them for the same matter. */
export const sameMatter = 0.4

/**
 * How likely two texts are about the same matter, from the words they share (as a part of what they could share) and how near their
 * meanings are: a logistic regression on 31,000 pairs of demo incidents, of which it is known which tell of the same case (AUC 0.89).
 * A text of one or two words has said too little to be sure, whatever it finds.
 */
export function likenessOf({ bm25, cosine }: { bm25: number; cosine: number }, words: number): number {
  const same = 1 / (1 + Math.exp(5.3 - 10.7 * bm25 - 5.8 * Math.max(0, cosine)))
  return same * Math.min(1, words / enoughWords)
}

const enoughWords = 3

const halfLife = 180 * day
/** What nobody wrote down helps half as much. */
const silence = 0.5

export interface Signals {
  /** Of the texts, from 0 to 1. */
  likeness: number
  /** Undefined: no category was asked for, and none is better than another. */
  is_same_category: boolean | undefined
  age_ms: number
  has_resolution: boolean
}

/**
 * From 0 to 1. The text decides; the same category, a recent resolution and a written one each count for some of it. It never
 * falls when one of them gets better.
 */
export function similarityOf({ likeness, is_same_category, age_ms, has_resolution }: Signals): number {
  const recency = 2 ** (-Math.max(0, age_ms) / halfLife)
  const share = 0.8 + (is_same_category === false ? 0 : 0.15) + 0.05 * recency
  const score = likeness * share * (has_resolution ? 1 : silence)
  return Math.round(score * 10_000) / 10_000
}
