import { incidentStates } from '../words/states.ts'

export type State = keyof typeof incidentStates
export const states = Object.keys(incidentStates) as State[]
export const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const satisfies State[]
