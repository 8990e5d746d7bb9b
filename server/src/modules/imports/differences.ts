import { toStoredAddress } from '../../kernel/email-address.ts'
import type { IncidentRow } from '../incidents/model.ts'

export const comparedFields = ['state', 'priority', 'assignment_group', 'assigned_to'] as const
export type ComparedIncident = Pick<IncidentRow, (typeof comparedFields)[number]>

/** What a newer export says otherwise of an incident that was imported before. */
export function differencesOf(here: ComparedIncident, given: Record<string, unknown>): string[] {
  const differing = comparedFields.flatMap((name) => {
    const there = given[name]
    if (typeof there !== 'string') return []
    const isSame = (name === 'assigned_to' ? toStoredAddress(there) : there) === here[name]
    return isSame ? [] : [`${name} is ${here[name] ?? 'empty'} here and ${there} there`]
  })
  return differing.length > 0 ? [`Not changed: ${differing.join(', ')}`] : []
}
