import { stateTable } from '../records/state-table.ts'

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

/** What was delivered cannot be called off any more. */
export const { allowedTransitions, checkStep, checkTransition } = stateTable<State>(
  'A request',
  {
    submitted: ['approved', 'rejected', 'cancelled'],
    approved: ['in_fulfillment', 'cancelled'],
    rejected: [],
    in_fulfillment: ['fulfilled', 'cancelled'],
    fulfilled: ['closed'],
    closed: [],
    cancelled: [],
  },
  { approved: 'POST /requests/<id>/approve', rejected: 'POST /requests/<id>/reject' },
)
