import { requestStates } from '../words/states.ts'

export const path = '/requests'
export const catalogPath = '/catalog/items'

export type State = keyof typeof requestStates
export const states = Object.keys(requestStates) as State[]

/** The states of a request that is neither rejected nor cancelled, in order. */
export const usualStates = states.filter((state) => state !== 'rejected' && state !== 'cancelled')
