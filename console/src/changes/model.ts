import type { Change } from '../api/schema.d.ts'
import { when } from '../shell/time.tsx'
import { changes as w } from '../words/changes.ts'

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

/** The states of a change that is neither rejected nor cancelled, in order. */
export const usualStates: readonly State[] = [
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

export const riskColours: Record<Risk, string> = { high: 'red', medium: 'orange', low: 'gray' }

type Window = Pick<Change, 'planned_start' | 'planned_end'>

const isOneDay = (at: string, other: string) => new Date(at).toDateString() === new Date(other).toDateString()
const timeOf = (at: string) => new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' })

export function windowOf({ planned_start: start, planned_end: end }: Window): string {
  if (start && end) return w.span(when(start), isOneDay(start, end) ? timeOf(end) : when(end))
  if (start) return w.from(when(start))
  return end ? w.until(when(end)) : w.noWindow
}
