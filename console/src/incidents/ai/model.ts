import type { Impact, Incident, RootCause, Summary } from '../../api/schema.d.ts'

export const suggested = ['category', 'subcategory', 'priority', 'assignment_group'] as const
export type SuggestedField = (typeof suggested)[number]

/** Whoever works on an incident knows more than its text says: only what they left empty is suggested. */
export const fieldsToSuggest = (incident: Incident): readonly SuggestedField[] =>
  incident.state === 'new' ? suggested : suggested.filter((field) => !incident[field])

export const analyses = ['root_cause', 'impact', 'summary'] as const
export type AnalysisType = (typeof analyses)[number]

/** The result of each analysis. */
export interface Findings {
  root_cause: RootCause
  impact: Impact
  summary: Summary
}
