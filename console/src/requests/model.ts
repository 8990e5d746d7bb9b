export const path = '/requests'
export const catalogPath = '/catalog/items'

export const states = [
  'submitted',
  'approved',
  'rejected',
  'in_fulfillment',
  'fulfilled',
  'closed',
  'cancelled',
] as const
export type State = (typeof states)[number]

/** The states of a request that is neither rejected nor cancelled, in order. */
export const usualStates: readonly State[] = [
  'submitted',
  'approved',
  'in_fulfillment',
  'fulfilled',
  'closed',
]
