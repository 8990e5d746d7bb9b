import { invalidField } from '../../../kernel/errors.ts'
import { checkFilters, compileFilters, type Filter } from '../mapping/filters.ts'
import { compileMapping, mapPayload, type MappedPayload } from './mapping.ts'
import type { InboundRow } from './model.ts'

/** The field that an action needs. */
export const requiredTarget = { create_incident: 'short_description', resolve_incident: 'dedup_key' } as const

export interface RuleResult {
  failed_filter: Filter | undefined
  resolves: boolean
  /** Undefined when a filter does not match. */
  mapped: MappedPayload | undefined
}

/** The part of a webhook that decides what a payload does. */
export type Rules = Pick<InboundRow, 'action' | 'field_mapping' | 'filters' | 'resolve_when'>

export type EvaluateRules = (payload: unknown) => RuleResult

/** Compiled once, because that costs more than evaluating them. */
export function compileRules({ filters, resolve_when, action, field_mapping }: Rules): EvaluateRules {
  const failedFilter = compileFilters(filters)
  const failedResolveFilter = compileFilters(resolve_when)
  const mapping = compileMapping(field_mapping, requiredTarget[action])
  // A recovery is not refused because of a field that it does not use.
  const { dedup_key, work_note } = mapping
  const resolving = { ...(dedup_key && { dedup_key }), ...(work_note && { work_note }) }
  return (payload) => {
    const failed_filter = failedFilter(payload)
    if (failed_filter) return { failed_filter, resolves: false, mapped: undefined }
    const resolves =
      action === 'resolve_incident' || (resolve_when.length > 0 && failedResolveFilter(payload) === undefined)
    const mapped = resolves
      ? mapPayload(resolving, payload, requiredTarget.resolve_incident)
      : mapPayload(mapping, payload, requiredTarget.create_incident)
    return { failed_filter, resolves, mapped }
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
