import type { Impact, RootCause, Summary } from '../../api/schema.d.ts'

export const suggested = ['category', 'subcategory', 'priority', 'assignment_group'] as const
export const analyses = ['root_cause', 'impact', 'summary'] as const
export type AnalysisType = (typeof analyses)[number]

/** The result of each analysis. */
export interface Findings {
  root_cause: RootCause
  impact: Impact
  summary: Summary
}
