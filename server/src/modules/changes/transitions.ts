import { conflict } from '../../kernel/errors.ts'

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

const table: Record<State, readonly State[]> = {
  draft: ['submitted', 'cancelled'],
  submitted: ['approved', 'rejected', 'cancelled'],
  approved: ['scheduled', 'cancelled'],
  rejected: ['draft', 'cancelled'],
  scheduled: ['implementing', 'cancelled'],
  implementing: ['review', 'cancelled'],
  review: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
}

/** What only the approval board decides. */
const decided: readonly State[] = ['approved', 'rejected']

export const allowedTransitions = (state: State): readonly State[] => table[state]

export function checkTransition(from: State, to: State, by: 'anybody' | 'board' = 'anybody'): void {
  if (from === to && by === 'anybody') return
  const isAllowed = table[from].includes(to)
  if (isAllowed && (by === 'board' || !decided.includes(to))) return
  const why = isAllowed
    ? `that is for the approval board: POST /changes/<id>/${to === 'approved' ? 'approve' : 'reject'}`
    : table[from].length > 0
      ? `from here it can become ${table[from].join(' or ')}`
      : 'it is final'
  throw conflict('invalid_state_transition', `A change that is ${from} cannot become ${to}: ${why}`, {
    current_state: from,
    requested_state: to,
    allowed_transitions: table[from],
  })
}

/** Its window still counts for others. */
export const occupying: readonly State[] = ['submitted', 'approved', 'scheduled', 'implementing']
