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

/** The way of a request that nobody stops. */
export const way: readonly State[] = ['submitted', 'approved', 'in_fulfillment', 'fulfilled', 'closed']

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
