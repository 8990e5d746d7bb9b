export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
] as const
export type State = (typeof states)[number]
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]
export const levels = ['high', 'medium', 'low'] as const
export type Level = (typeof levels)[number]

export interface Incident {
  id: string
  short_description: string
  description: string | null
  priority: Priority
  state: State
  category: string | null
  subcategory: string | null
  impact: Level | null
  urgency: Level | null
  assignment_group: string | null
  assigned_to: string | null
  ci_id: string | null
  change_id: string | null
  opened_by: string
  sla_breach_at: string
  sla: { breached: boolean; paused: boolean }
  created_at: string
  updated_at: string
  resolved_at: string | null
  work_notes_count: number
  ai_suggested_resolution: string
  allowed_transitions: State[]
  version: number
}

export interface Note {
  id: string
  body: string
  visibility: 'team' | 'internal' | 'public' | 'private'
  author: string
  created_at: string
}

export const priorityColours: Record<Priority, string> = { P1: 'red', P2: 'orange', P3: 'blue', P4: 'gray' }
