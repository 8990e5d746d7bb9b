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
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]

export { priorityColours } from '../records/priority.tsx'
