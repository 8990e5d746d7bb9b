import { conflict } from '../../kernel/errors.ts'

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
const table: Record<State, readonly State[]> = {
  new: ['in_progress', 'cancelled'],
  in_progress: ['on_hold', 'resolved'],
  on_hold: ['in_progress'],
  resolved: ['closed', 'reopened'],
  closed: [],
  cancelled: [],
  reopened: ['in_progress'],
}

export const allowedTransitions = (state: State): readonly State[] => table[state]

/** Neither solved nor given up. */
export const isUnderWay = (state: State): boolean => !['resolved', 'closed', 'cancelled'].includes(state)

/** Staying where one is is no transition. */
export function checkTransition(from: State, to: State): void {
  if (from === to || table[from].includes(to)) return
  const allowed =
    table[from].length > 0 ? `from here it can become ${table[from].join(' or ')}` : 'it is final'
  throw conflict('invalid_state_transition', `An incident that is ${from} cannot become ${to}: ${allowed}`, {
    current_state: from,
    requested_state: to,
    allowed_transitions: table[from],
  })
}
