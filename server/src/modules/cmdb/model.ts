import { Type, type Static } from 'typebox'
import { idPattern } from '../../kernel/record-ids.ts'
import {
  Body,
  CommaList,
  Enum,
  IpAddress,
  JsonObject,
  Named,
  NamedBody,
  Names,
  Nullable,
  Pattern,
  SingleLine,
  Timestamp,
} from '../../kernel/schema.ts'
import { contains, own } from '../records/filters.ts'
import { readOnlyOf } from '../records/model.ts'
import { field } from '../records/field.ts'
import { noun, type RowOf } from '../records/noun.ts'

export const CiId = Named('CiId', Pattern(`^${idPattern('ci')}$`, 'an id such as CI0000042'))

/** Scanners send unknown values as empty text, which counts as null. */
const orBlank = (pattern: string, form: string) => Pattern(`^\\s*$|${pattern}`, form)
const Label = Named(
  'Label',
  orBlank('^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,255}$', 'one line of at most 255 characters'),
)
const HostName = Named(
  'HostName',
  orBlank(
    // Letters of other scripts by their ranges: regular expressions of other languages do not know Unicode properties.
    '^(?=.{1,254}$)[a-zA-Z0-9_\\u00c0-\\u1fff\\u3040-\\ud7ff][a-zA-Z0-9_\\u00c0-\\u1fff\\u3040-\\ud7ff-]{0,62}(\\.[a-zA-Z0-9_\\u00c0-\\u1fff\\u3040-\\ud7ff-]{1,63})*\\.?$',
    'a host name such as db1.example.com',
  ),
)

/** From the CI that fails when the other does. A system also depends on its parts (`part_of`). */
export const dependencyTypes = ['depends_on', 'runs_on', 'hosted_on', 'uses', 'part_of'] as const

const Relationship = NamedBody('Relationship', {
  // Free text, because organisations have their own relationships. Those that propagate failures are in
  // dependencyTypes.
  type: Pattern('^[a-z][a-z0-9_]{0,49}$', 'a word in lower case such as depends_on'),
  ci_id: CiId,
})
export type Relationship = Static<typeof Relationship>

export const usualStatuses = ['planned', 'operational', 'maintenance', 'retired']
const Status = Pattern(
  '^[a-z][a-z0-9_]{0,49}$',
  'a word in lower case such as planned, operational, maintenance or retired',
)
const Discoverer = SingleLine(100, 'The discovering system; identifies the CI together with external_id')
/** Without `uniqueItems`, which would compare every two of them even if there are too many. */
const Relationships = Type.Array(Relationship, {
  maxItems: 200,
  description: 'From this CI to others, each once',
})
const RelatedFrom = Type.Array(
  Type.Object({ type: Type.String(), ci_id: Type.String(), name: Type.String() }),
  { description: 'From others to this CI, at most 1,000; GET /cmdb/cis?related_to=<id> lists them all' },
)

export const ci = noun({
  subject_type: 'configuration_item',
  component: 'Ci',
  path: '/cmdb/cis',
  fields: {
    name: field(SingleLine(255), 'writable', 'required', 'audited', 'event', 'sort'),
    // Free text, because classes differ between organisations and scanners have their own.
    class: field(
      SingleLine(100, 'Such as server, application, database, network, service'),
      'writable',
      'audited',
      'event',
      'filter',
    ),
    // Free text for the same reason, but in lower case, so that a status has one spelling.
    status: field(Status, 'writable', 'audited', 'event', 'filter'),
    environment: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    criticality: field(
      Nullable(Enum(['low', 'medium', 'high', 'critical'])),
      'writable',
      'audited',
      'event',
      'filter',
    ),
    owner: field(Nullable(SingleLine(254)), 'writable', 'audited', 'event', 'filter'),
    support_group: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    location: field(Nullable(SingleLine(255)), 'writable', 'audited', 'event', 'filter'),
    ip_addresses: field(
      Type.Array(IpAddress, { maxItems: 100, uniqueItems: true }),
      'writable',
      'audited',
      'event',
    ),
    fqdn: field(Nullable(HostName), 'writable', 'audited', 'event'),
    serial_number: field(Nullable(Label), 'writable', 'audited', 'event'),
    external_id: field(Nullable(Label), 'writable', 'audited', 'event', 'filter'),
    attributes: field(JsonObject(32_768), 'writable', 'audited'),
    relationships: field(Relationships, 'writable', 'audited', 'linked'),
    discovery_source: field(Nullable(Discoverer), 'writable', 'audited', 'event', 'filter'),
    first_discovered_at: field(Nullable(Timestamp), 'writable', 'audited', 'event'),
    last_discovered_at: field(Nullable(Timestamp), 'writable', 'audited'),
    created_at: field(Timestamp, 'event', 'sort'),
  },
  defaults: { class: 'unknown', status: 'operational', attributes: {}, relationships: [] },
  answer: { related_from: Type.Optional(RelatedFrom) },
  filters: {
    ip_address: contains('ip_addresses', SingleLine(64)),
    serial_number: own(Names),
    fqdn: own(Names),
    related_to: own(CiId),
    health: own(
      CommaList(
        ['orphan', 'duplicate'],
        'orphan: without relationships; duplicate: shares its serial number, its fqdn, or name, class and environment with another',
      ),
    ),
  },
})

/** A record of a bulk request: a new one has a name, an existing one its ID. */
export const CiRecord = Body(
  { id: Type.Optional(CiId), ...ci.update.properties },
  readOnlyOf(ci.answer.properties, { ...ci.writable, id: CiId }),
)

export type CreateCi = Static<typeof ci.create>
export type UpdateCi = Static<typeof ci.update>
export type CiRecord = Static<typeof CiRecord>
export type CiRow = RowOf<typeof ci> & { relationships: Relationship[] }
