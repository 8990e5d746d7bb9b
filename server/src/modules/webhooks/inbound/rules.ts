import { invalidField } from '../../../kernel/errors.ts'
import { checkFilters, compileFilters, type Filter } from '../mapping/filters.ts'
import { compileMapping, mapPayload, type Mapped } from './mapping.ts'
import type { InboundRow } from './model.ts'

/** What an action cannot do without. */
export const requiredTarget = { create_incident: 'short_description', resolve_incident: 'dedup_key' } as const

/** What a payload leads to. */
export interface Verdict {
  failed_filter: Filter | undefined
  resolves: boolean
  mapped: Mapped | undefined
}

/** The part of a webhook that decides on a payload. */
export type Rules = Pick<InboundRow, 'action' | 'field_mapping' | 'filters' | 'resolve_when'>

export type Judge = (payload: unknown) => Verdict

/** The filters and templates of a webhook, read once: that costs more than using them. */
export function makeJudge({ filters, resolve_when, action, field_mapping }: Rules): Judge {
  const firstThatFails = compileFilters(filters)
  const firstAgainstResolving = compileFilters(resolve_when)
  const mapping = compileMapping(field_mapping, requiredTarget[action])
  return (payload) => {
    const failed_filter = firstThatFails(payload)
    if (failed_filter) return { failed_filter, resolves: false, mapped: undefined }
    const resolves =
      action === 'resolve_incident' ||
      (resolve_when.length > 0 && firstAgainstResolving(payload) === undefined)
    const required = requiredTarget[resolves ? 'resolve_incident' : 'create_incident']
    return { failed_filter, resolves, mapped: mapPayload(mapping, payload, required) }
  }
}

/** Throws a 400 that names what cannot be read, or is missing. */
export function checkRules({ action, field_mapping, filters, resolve_when }: Rules): void {
  checkFilters(filters)
  checkFilters(resolve_when, 'resolve_when')
  compileMapping(field_mapping, requiredTarget[action])
  if (resolve_when.length > 0 && !Object.hasOwn(field_mapping, 'dedup_key'))
    throw invalidField(
      'field_mapping.dedup_key',
      'required',
      'field_mapping.dedup_key is required with resolve_when: it says which incident to resolve',
    )
}
