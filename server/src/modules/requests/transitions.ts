import { stateTable } from '../records/state-table.ts'

/** A fulfilled request cannot be cancelled. */
export const { states, allowedTransitions, checkStep, checkTransition } = stateTable(
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
