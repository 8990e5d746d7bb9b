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
export const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const satisfies State[]
