import { stateTable } from '../records/state-table.ts'

export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
] as const
export type State = (typeof states)[number]

/** The interface's table, and nothing else. */
export const { allowedTransitions, checkTransition } = stateTable<State>('An incident', {
  new: ['in_progress', 'cancelled'],
  in_progress: ['on_hold', 'resolved'],
  on_hold: ['in_progress'],
  resolved: ['closed', 'reopened'],
  closed: [],
  cancelled: [],
  reopened: ['in_progress'],
})

/** Neither solved nor given up. */
export const isUnderWay = (state: State): boolean => !['resolved', 'closed', 'cancelled'].includes(state)
