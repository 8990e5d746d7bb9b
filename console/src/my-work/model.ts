import { openChangeStates, openRequestStates } from '../records/open-states.ts'

export const openChanges = openChangeStates.filter((state) => state !== 'rejected').join(',')
export const openRequests = openRequestStates.join(',')

/** Rows of each part of the home page. */
export const shown = '10'
