import { changeStates, type incidentStates, type requestStates } from '../words/states.ts'

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

export const openRequestStates = [
  'submitted',
  'approved',
  'in_fulfillment',
] as const satisfies (keyof typeof requestStates)[]
