import { stateTable } from '../records/state-table.ts'

export const { states, allowedTransitions, checkStep, checkTransition } = stateTable(
  'A change',
  {
    draft: ['submitted', 'cancelled'],
    submitted: ['approved', 'rejected', 'cancelled'],
    approved: ['scheduled', 'cancelled'],
    rejected: ['draft', 'cancelled'],
    scheduled: ['implementing', 'cancelled'],
    implementing: ['review', 'cancelled'],
    review: ['closed', 'cancelled'],
    closed: [],
    cancelled: [],
  },
  { approved: 'POST /changes/<id>/approve', rejected: 'POST /changes/<id>/reject' },
)
export type State = (typeof states)[number]

/** States in which the window of a change counts for conflicts. */
export const occupying: readonly State[] = ['submitted', 'approved', 'scheduled', 'implementing']
