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
