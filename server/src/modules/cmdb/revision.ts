import { invalidField } from '../../kernel/errors.ts'
import type { Draft } from '../records/model.ts'
import type { CiRow, CreateCi, Relationship, UpdateCi } from './model.ts'

const empty = {
  class: 'unknown',
  status: 'operational',
  environment: null,
  criticality: null,
  owner: null,
  support_group: null,
  location: null,
  ip_addresses: [],
  fqdn: null,
  serial_number: null,
  external_id: null,
  attributes: {},
  relationships: [],
  discovery_source: null,
  first_discovered_at: null,
  last_discovered_at: null,
}

/** Whatever comes with a source has been discovered. */
export function draft(input: CreateCi, now: Date): Draft<CiRow> {
  const ci = { ...empty, ...fieldsIn(input) }
  if (ci.discovery_source === null) return checkTimes(ci)
  const last_discovered_at = ci.last_discovered_at ?? now
  const first_discovered_at = ci.first_discovered_at ?? last_discovered_at
  return checkTimes({ ...ci, first_discovered_at, last_discovered_at })
}

export const revise = (before: CiRow, patch: UpdateCi): CiRow => checkTimes({ ...before, ...fieldsIn(patch) })

/** As a source sees it again. It keeps what its first source calls it; what others call it is remembered elsewhere. */
export function rediscover(before: CiRow, seen: CreateCi, now: Date): CiRow {
  const { discovery_source = null, external_id, last_discovered_at, ...fields } = fieldsIn(seen)
  const isOwn = before.discovery_source === null || before.discovery_source === discovery_source
  const after = {
    ...before,
    ...fields,
    ...(isOwn && external_id && { external_id }),
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

/** What goes into the row: one spelling of what may be spelled in many ways. */
function fieldsIn<Input extends UpdateCi>(input: Input) {
  const {
    fqdn,
    serial_number,
    external_id,
    relationships,
    first_discovered_at,
    last_discovered_at,
    ...fields
  } = input
  return {
    ...fields,
    ...(fqdn !== undefined && { fqdn: textIn(fqdn)?.toLowerCase().replace(/\.$/, '') ?? null }),
    ...(serial_number !== undefined && { serial_number: textIn(serial_number) }),
    ...(external_id !== undefined && { external_id: textIn(external_id) }),
    ...(relationships && { relationships: sorted(relationships) }),
    ...(first_discovered_at !== undefined && { first_discovered_at: toDate(first_discovered_at) }),
    ...(last_discovered_at !== undefined && { last_discovered_at: toDate(last_discovered_at) }),
  }
}

const textIn = (text: string | null) => text?.trim() || null
const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** They have no order of their own. */
export const sorted = (relationships: Relationship[]): Relationship[] =>
  relationships.toSorted((a, b) => (`${a.type} ${a.ci_id}` < `${b.type} ${b.ci_id}` ? -1 : 1))

function checkTimes<Ci extends Draft<CiRow>>(ci: Ci): Ci {
  const { first_discovered_at: first, last_discovered_at: last } = ci
  if (first && last && last < first)
    throw invalidField(
      'last_discovered_at',
      'range',
      'last_discovered_at must not be earlier than first_discovered_at',
    )
  return ci
}

/** Only a new one is a discovery. */
export const eventsOwed = (after: CiRow) =>
  after.version === 1 && after.discovery_source !== null
    ? [{ type: 'ci.discovered' as const, data: eventData(after) }]
    : []

function eventData(ci: CiRow): Record<string, unknown> {
  const { name, status, environment, criticality, owner, support_group, location, ip_addresses } = ci
  const { fqdn, serial_number, external_id, discovery_source, first_discovered_at, created_at } = ci
  return {
    name,
    class: ci.class,
    status,
    environment,
    criticality,
    owner,
    support_group,
    location,
    ip_addresses,
    fqdn,
    serial_number,
    external_id,
    discovery_source,
    first_discovered_at,
    created_at,
  }
}
