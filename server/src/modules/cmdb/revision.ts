import { invalidField } from '../../kernel/errors.ts'
import type { NewRecord } from '../records/model.ts'
import { isIdentifyingName, isJunkSerial } from './identification.ts'
import { ci, type CiRow, type CreateCi, type Relationship, type UpdateCi } from './model.ts'

/** A CI with a source was discovered. */
export function draft(input: CreateCi, now: Date): NewRecord<CiRow> {
  const drafted = { ...ci.empty, ...fieldsIn(input) }
  if (drafted.discovery_source === null) return checkTimes(drafted)
  const last_discovered_at = drafted.last_discovered_at ?? now
  const first_discovered_at = drafted.first_discovered_at ?? last_discovered_at
  return checkTimes({ ...drafted, first_discovered_at, last_discovered_at })
}

export const revise = (before: CiRow, patch: UpdateCi): CiRow => checkTimes({ ...before, ...fieldsIn(patch) })

/**
 * Applies a new sighting by a source. The external ID of the first source is kept; those of others are stored
 * separately. A source that does not know an identifier, or only localhost, does not erase it.
 */
export function rediscover(before: CiRow, seen: CreateCi, now: Date): CiRow {
  const {
    discovery_source = null,
    external_id,
    serial_number,
    fqdn,
    last_discovered_at,
    ...fields
  } = fieldsIn(seen)
  const isOwn = before.discovery_source === null || before.discovery_source === discovery_source
  const after = {
    ...before,
    ...fields,
    ...(isOwn && external_id && { external_id }),
    ...(serial_number && !isJunkSerial(serial_number) && { serial_number }),
    ...(fqdn && (isIdentifyingName(fqdn) || !isIdentifyingName(before.fqdn ?? '')) && { fqdn }),
    ...(fields.ip_addresses && hasSame(fields.ip_addresses, before.ip_addresses) && inOrderOf(before)),
  }
  if (discovery_source === null) return checkTimes(after)
  const at = last_discovered_at ?? now
  return checkTimes({
    ...after,
    discovery_source: before.discovery_source ?? discovery_source,
    first_discovered_at: after.first_discovered_at ?? at,
    last_discovered_at:
      before.last_discovered_at && before.last_discovered_at > at ? before.last_discovered_at : at,
  })
}

/** Scanners list addresses in any order. */
const hasSame = (some: string[], others: string[]) =>
  some.length === others.length && some.every((one) => others.includes(one))
const inOrderOf = ({ ip_addresses }: CiRow) => ({ ip_addresses })

/** Normalises values that have several spellings. */
function fieldsIn<Input extends UpdateCi>(input: Input) {
  const { fqdn, serial_number, external_id, relationships, ...fields } = ci.toRow(input)
  return {
    ...fields,
    ...(fqdn !== undefined && { fqdn: fqdn === null ? null : toStoredFqdn(fqdn) || null }),
    ...(serial_number !== undefined && { serial_number: textIn(serial_number) }),
    ...(external_id !== undefined && { external_id: textIn(external_id) }),
    ...(relationships && { relationships: sorted(relationships) }),
  }
}

/** The final dot of a complete name means nothing here. */
export const toStoredFqdn = (fqdn: string): string => fqdn.trim().toLowerCase().replace(/\.$/, '')

const textIn = (text: string | null) => text?.trim() || null

/** Relationships have no order of their own. */
export const sorted = (relationships: Relationship[]): Relationship[] =>
  relationships.toSorted((a, b) => (`${a.type} ${a.ci_id}` < `${b.type} ${b.ci_id}` ? -1 : 1))

function checkTimes<Checked extends NewRecord<CiRow>>(checked: Checked): Checked {
  const { first_discovered_at: first, last_discovered_at: last } = checked
  if (first && last && last < first)
    throw invalidField(
      'last_discovered_at',
      'range',
      'last_discovered_at must not be earlier than first_discovered_at',
    )
  return checked
}

/** Only a new CI is a discovery. */
export const eventsOf = (after: CiRow) =>
  after.version === 1 && after.discovery_source !== null
    ? [{ type: 'ci.discovered' as const, data: ci.eventData(after) }]
    : []
