import { stateTable } from '../records/state-table.ts'

/** The transition table of the interface. */
export const { states, allowedTransitions, checkTransition } = stateTable('An incident', {
  new: ['in_progress', 'cancelled'],
  in_progress: ['on_hold', 'resolved'],
  on_hold: ['in_progress'],
  resolved: ['closed', 'reopened'],
  closed: [],
  cancelled: [],
  reopened: ['in_progress'],
})
export type State = (typeof states)[number]

/** Solved: other incidents can learn from the resolution. */
export const resolvedStates: readonly State[] = ['resolved', 'closed']

/** Work remains: neither resolved nor cancelled. */
export const isOpenState = (state: State): boolean => state !== 'cancelled' && !resolvedStates.includes(state)
