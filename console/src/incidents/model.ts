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
/** Neither solved nor given up. */
export const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const satisfies State[]
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]
export type Level = 'high' | 'medium' | 'low'

export type Clock = 'running' | 'paused' | 'stopped'

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
  sla: { clock: Clock; warned: boolean; breached: boolean }
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
  attachments: Attachment[]
}

export interface Attachment {
  id: string
  filename: string
  content_type: string
  size: number | null
  /** Where it is downloaded, or a place elsewhere that somebody linked to. */
  url: string
}

export const priorityColours: Record<Priority, string> = { P1: 'red', P2: 'orange', P3: 'blue', P4: 'gray' }
