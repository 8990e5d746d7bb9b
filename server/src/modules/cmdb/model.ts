import { Type, type Static } from 'typebox'
import {
  Enum,
  IpAddress,
  JsonObject,
  Line,
  NamedBody,
  NamedObject,
  Nullable,
  Pattern,
  Timestamp,
} from '../../kernel/schema.ts'
import { optional, readOnlyOf, recordFields, type RecordRow } from '../records/model.ts'

export const subject_type = 'configuration_item'

export const criticalities = ['low', 'medium', 'high', 'critical'] as const

export const CiId = Pattern('^CI\\d{1,18}$', 'an id such as CI0000042')

/** Scanners send what they do not know as an empty text: it counts as null. */
const orBlank = (pattern: string, form: string) => Pattern(`^\\s*$|${pattern}`, form)
const Label = orBlank('^[^\\p{Cc}\\u2028\\u2029]{1,255}$', 'one line of at most 255 characters')
const HostName = orBlank(
  '^(?=.{1,254}$)[\\p{L}\\p{N}_][\\p{L}\\p{N}_-]{0,62}(\\.[\\p{L}\\p{N}_-]{1,63})*\\.?$',
  'a host name such as db1.example.com',
)

/** From the one that fails when the other does. A whole likewise depends on what is part_of it. */
export const dependencyTypes = ['depends_on', 'runs_on', 'hosted_on', 'uses', 'part_of'] as const

const Relationship = NamedBody('Relationship', {
  // Open: an estate has relations of its own. Which of them carry failures on: dependencyTypes.
  type: Pattern('^[a-z][a-z0-9_]{0,49}$', 'a word in lower case such as depends_on'),
  ci_id: CiId,
})
export type Relationship = Static<typeof Relationship>

export const writable = {
  name: Line(255),
  // Open: what kinds of things there are differs from one estate to the next, and scanners bring words of their own.
  class: Line(100, 'Such as server, application, database, network, service'),
  // Open for the same reason; but in lower case, so that lists need not look for one status in several spellings.
  status: Pattern(
    '^[a-z][a-z0-9_]{0,49}$',
    'a word in lower case such as planned, operational, maintenance or retired',
  ),
  environment: Nullable(Line(100)),
  criticality: Nullable(Enum(criticalities)),
  owner: Nullable(Line(254)),
  support_group: Nullable(Line(100)),
  location: Nullable(Line(255)),
  ip_addresses: Type.Array(IpAddress, { maxItems: 100, uniqueItems: true }),
  fqdn: Nullable(HostName),
  serial_number: Nullable(Label),
  external_id: Nullable(Label),
  attributes: JsonObject(32_768),
  relationships: Type.Array(Relationship, {
    maxItems: 200,
    uniqueItems: true,
    description: 'From this CI to others',
  }),
  discovery_source: Nullable(Line(100, 'Who has found it; with external_id what it is known by there')),
  first_discovered_at: Nullable(Timestamp),
  last_discovered_at: Nullable(Timestamp),
}

export const Ci = NamedObject('Ci', {
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...writable,
  related_from: Type.Optional(
    Type.Array(Type.Object({ type: Type.String(), ci_id: Type.String(), name: Type.String() }), {
      description: 'From others to this CI, at most 1,000; GET /cmdb/cis?related_to=<id> lists them all',
    }),
  ),
  ...recordFields,
})

const readOnly = readOnlyOf(Ci.properties, writable)

export const CreateCi = NamedBody('CreateCi', { ...optional(writable), name: writable.name }, readOnly)
export const UpdateCi = NamedBody('UpdateCi', optional(writable), readOnly)
/** One of many: a new one has a name, a known one its id. */
export const CiRecord = NamedBody(
  'CiRecord',
  { id: Type.Optional(CiId), ...optional(writable) },
  readOnly.filter((name) => name !== 'id'),
)

export type CreateCi = Static<typeof CreateCi>
export type UpdateCi = Static<typeof UpdateCi>
export type CiRecord = Static<typeof CiRecord>

export interface CiRow extends RecordRow {
  name: string
  class: string
  status: string
  environment: string | null
  criticality: string | null
  owner: string | null
  support_group: string | null
  location: string | null
  ip_addresses: string[]
  fqdn: string | null
  serial_number: string | null
  external_id: string | null
  attributes: Record<string, unknown>
  relationships: Relationship[]
  discovery_source: string | null
  first_discovered_at: Date | null
  last_discovered_at: Date | null
}

export const auditedFields = Object.keys(writable) as (keyof typeof writable)[]
/** Relationships stand in a table of their own. */
export const columns = auditedFields.filter((name) => name !== 'relationships')
