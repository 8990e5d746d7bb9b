import { stateTable } from '../records/state-table.ts'

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

export const { allowedTransitions, checkStep, checkTransition } = stateTable<State>(
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

/** Its window still counts for others. */
export const occupying: readonly State[] = ['submitted', 'approved', 'scheduled', 'implementing']
