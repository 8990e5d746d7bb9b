import { changeStates } from '../words/states.ts'

export const path = '/changes'

export type State = keyof typeof changeStates
export const states = Object.keys(changeStates) as State[]

/** The states of a change that is neither rejected nor cancelled, in order. */
export const usualStates = states.filter((state) => state !== 'rejected' && state !== 'cancelled')

export const types = ['normal', 'standard', 'emergency'] as const
