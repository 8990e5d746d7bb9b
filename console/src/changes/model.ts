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
