import type { Incident, Mainstay } from '@mainstay/sdk'
import { refusal } from '../errors.ts'

/** The shortest way to closed; each step is one that the service offers. */
const steps = ['closed', 'resolved', 'in_progress'] as const

export async function closeIncident(
  client: Mainstay,
  number: string,
  note: string | undefined,
): Promise<Incident> {
  let current = await client.incidents.get(number)
  let work_note = note
  while (current.state !== 'closed') {
    const state = steps.find((step) => current.allowed_transitions.includes(step))
    if (!state) throw refusal(`${number} is ${current.state} and cannot be closed`)
    // Under the version that was read, so that two people closing it do not undo each other's steps.
    current = await client.incidents.update(
      number,
      { state, ...(work_note ? { work_note } : {}) },
      { ifVersion: current.version },
    )
    work_note = undefined
  }
  return current
}
