import { incidentStates } from '../words/states.ts'

export type State = keyof typeof incidentStates
export const states = Object.keys(incidentStates) as State[]
