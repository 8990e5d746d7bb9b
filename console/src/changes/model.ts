import type { ApprovalState } from '../records/approval.tsx'
import { when } from '../shell/time.tsx'
import { words } from '../words.ts'

export const path = '/changes'

export const states = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'scheduled',
  'implementing',
  'review',
  'closed',
  'cancelled',
] as const
export type State = (typeof states)[number]

/** The way of a change that nobody stops. */
export const way: readonly State[] = [
  'draft',
  'submitted',
  'approved',
  'scheduled',
  'implementing',
  'review',
  'closed',
]
export const types = ['normal', 'standard', 'emergency'] as const
export const risks = ['high', 'medium', 'low'] as const
export type Risk = (typeof risks)[number]

export interface Conflict {
  change_id: string
  short_description: string
  state: State
  planned_start: string
  planned_end: string
  ci_ids: string[]
}

export interface Change {
  id: string
  short_description: string
  description: string | null
  type: (typeof types)[number]
  risk: Risk
  priority: string
  assignment_group: string | null
  requested_by: string
  ci_ids: string[]
  incident_ids: string[]
  planned_start: string | null
  planned_end: string | null
  state: State
  approval: ApprovalState
  allowed_transitions: State[]
  conflicts: Conflict[]
  created_by: string
  created_at: string
  updated_at: string
  version: number
}

export const riskColours: Record<Risk, string> = { high: 'red', medium: 'orange', low: 'gray' }

interface Window {
  planned_start: string | null
  planned_end: string | null
}

const { changes: w } = words

const isOneDay = (at: string, other: string) => new Date(at).toDateString() === new Date(other).toDateString()
const timeOf = (at: string) => new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' })

export function windowOf({ planned_start: start, planned_end: end }: Window): string {
  if (start && end) return w.span(when(start), isOneDay(start, end) ? timeOf(end) : when(end))
  if (start) return w.from(when(start))
  return end ? w.until(when(end)) : w.noWindow
}
