export interface Exemplar {
  incident_id: string
  description: string
  resolution: string
  resolution_time_min: number
  similarity_score: number
}

export interface Suggestion {
  value: string
  confidence: number
  reasoning: string
}

export const suggested = ['category', 'subcategory', 'priority', 'assignment_group'] as const
export type Suggestions = Partial<Record<(typeof suggested)[number], Suggestion>>

export const analyses = ['root_cause', 'impact', 'summary'] as const
export type AnalysisType = (typeof analyses)[number]

export interface Evidence {
  kind: 'incident' | 'change' | 'ci' | 'problem'
  id: string
  statement: string
}

export interface RootCause {
  probable_root_cause: string
  confidence: number
  resolution_steps: string[]
  similar_past_incidents: string[]
  estimated_resolution_minutes: number
  evidence: Evidence[]
}

export interface Impact {
  level: 'low' | 'medium' | 'high'
  reasons: string[]
  affected_count: number
  affected_services: { id: string; name: string }[]
  open_incidents: { id: string; short_description: string }[]
  evidence: Evidence[]
}

export interface Summary {
  summary: string
  key_notes: { id: string; author: string; created_at: string; text: string }[]
  links: { relation: string; id: string; title: string }[]
}

/** What every answer says about itself. */
export interface Told {
  model_used: string
  cache_hit: boolean
}

export interface Findings {
  root_cause: RootCause
  impact: Impact
  summary: Summary
}
