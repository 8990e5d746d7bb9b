import { changeStates, incidentStates } from '../words/states.ts'

/** States in which work remains. */
export const openIncidentStates = [
  'new',
  'in_progress',
  'on_hold',
  'reopened',
] as const satisfies (keyof typeof incidentStates)[]

export const openChangeStates = Object.keys(changeStates).filter(
  (state) => state !== 'closed' && state !== 'cancelled',
)
