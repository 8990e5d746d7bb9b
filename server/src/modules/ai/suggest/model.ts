import { Type, type Static } from 'typebox'
import { Enum, NamedBody, NamedObject, Prose, Timestamp } from '../../../kernel/schema.ts'
import { reportFields } from '../cache/model.ts'
import { OptionalContext } from '../context/model.ts'
import { Model } from '../models/model.ts'
import type { Prediction } from './learning/classifier.ts'
import { FieldReport } from './learning/field-report.ts'

export const fields = ['category', 'priority', 'assignment_group'] as const

export const SuggestRequest = NamedBody('SuggestionsRequest', {
  text: Prose(20_000),
  suggest_for: Type.Array(Enum(fields), { minItems: 1, maxItems: fields.length, uniqueItems: true }),
  context_record: OptionalContext,
  model: Model,
})
export type SuggestRequest = Static<typeof SuggestRequest>

const guess = {
  value: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Probability that it is correct' }),
}
export const Suggestion = NamedObject('Suggestion', {
  ...guess,
  alternatives: Type.Array(Type.Object(guess)),
  reasoning: Type.String({ description: 'Evidence in the text or in the history' }),
})
export type Suggestion = Static<typeof Suggestion>

export const Suggestions = NamedObject('Suggestions', {
  category: Type.Optional(Suggestion),
  subcategory: Type.Optional(Suggestion),
  priority: Type.Optional(Suggestion),
  assignment_group: Type.Optional(Suggestion),
})
export type Suggestions = Static<typeof Suggestions>

export const SuggestionsAnswer = NamedObject('SuggestionsAnswer', {
  suggestions: Suggestions,
  ...reportFields,
})

export const ModelVersion = NamedObject('SuggestionModel', {
  version: Type.Integer(),
  trained_at: Timestamp,
  learned: Type.Integer({ description: 'Resolved incidents that it was learned from' }),
  fields: Type.Record(Type.String(), FieldReport),
})

const maxAlternatives = 3

/** The likeliest guess; the next ones are its alternatives. */
export function toSuggestion(guesses: Prediction[], reasoning: string): Suggestion {
  const [best, ...others] = guesses.map((guess) => ({ ...guess, confidence: rounded(guess.confidence) }))
  const alternatives = others.filter(({ confidence }) => confidence > 0).slice(0, maxAlternatives)
  return { ...best!, alternatives, reasoning }
}

/** Lowers the confidence by that of the suggestion it depends on. */
export const lowerConfidence = (suggestion: Suggestion, factor: number): Suggestion => ({
  ...suggestion,
  confidence: rounded(suggestion.confidence * factor),
  alternatives: suggestion.alternatives.map(({ value, confidence }) => ({
    value,
    confidence: rounded(confidence * factor),
  })),
})

const rounded = (share: number) => Math.round(1000 * Math.min(1, Math.max(0, share))) / 1000
