import { Type, type Static } from 'typebox'
import { invalidField } from '../../../kernel/errors.ts'
import { Enum, Line, NamedBody, NamedObject, Nullable, Text, Timestamp } from '../../../kernel/schema.ts'
import { Filters, type Filter } from '../mapping/filters.ts'
import { targets } from './mapping.ts'

export const actions = ['create_incident', 'resolve_incident'] as const
export type Action = (typeof actions)[number]

const writable = {
  name: Line(200),
  description: Nullable(Text(2000)),
  action: Enum(actions),
  field_mapping: Type.Record(Type.String(), Text(8192), {
    description: `Templates such as "{{ alert.title }}" for ${targets.join(', ')}`,
  }),
  filters: Filters,
  resolve_when: Type.Array(Filters.items, {
    maxItems: 20,
    description: 'When all of these hold, the open incident with the same dedup_key is resolved instead',
  }),
  secret_enabled: Type.Boolean({ default: false, description: 'Calls must be signed' }),
  require_timestamp: Type.Boolean({
    default: false,
    description: 'The signature of a call must cover the time it was made, at most five minutes ago',
  }),
  active: Type.Boolean({ default: true }),
}

export const InboundWebhook = NamedObject('InboundWebhook', {
  id: Type.String(),
  url: Type.String({ format: 'uri', description: 'Where the other system sends its events to' }),
  ...writable,
  preset: Nullable(Type.String()),
  owner: Type.String(),
  previous_secret_until: Nullable(Timestamp),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  secret: Type.Optional(Type.String({ description: 'Shown once: when it is made' })),
  deleted: Type.Optional(Type.Boolean()),
})

const readOnly = Object.keys(InboundWebhook.properties).filter(
  (name) => !(name in writable) && name !== 'preset',
)

const optional = {
  description: Type.Optional(writable.description),
  action: Type.Optional(writable.action),
  field_mapping: Type.Optional(writable.field_mapping),
  filters: Type.Optional(writable.filters),
  resolve_when: Type.Optional(writable.resolve_when),
  secret_enabled: Type.Optional(writable.secret_enabled),
  require_timestamp: Type.Optional(writable.require_timestamp),
  active: Type.Optional(writable.active),
}

export const CreateInbound = NamedBody(
  'CreateInboundWebhook',
  {
    name: writable.name,
    ...optional,
    preset: Type.Optional(
      Nullable(Line(50, 'A tool whose mapping and filters are known: see /webhooks/inbound/presets')),
    ),
  },
  readOnly,
)
export const UpdateInbound = NamedBody(
  'UpdateInboundWebhook',
  { name: Type.Optional(writable.name), ...optional },
  [...readOnly, 'preset'],
)

export type CreateInbound = Static<typeof CreateInbound>
export type UpdateInbound = Static<typeof UpdateInbound>

export interface InboundRow {
  id: string
  reference: string
  name: string
  description: string | null
  action: Action
  preset: string | null
  field_mapping: Record<string, string>
  filters: Filter[]
  resolve_when: Filter[]
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
  require_timestamp: boolean
  active: boolean
  owner_id: string
  owner_email: string
  version: number
  created_at: Date
  updated_at: Date
}

export const auditedFields = [
  'name',
  'description',
  'action',
  'preset',
  'field_mapping',
  'filters',
  'resolve_when',
  'require_timestamp',
  'active',
] as const

/** Without a secret there is no signature that could cover a time. */
export function checkTimestampRule({
  require_timestamp,
  secret_sealed,
}: Pick<InboundRow, 'require_timestamp' | 'secret_sealed'>): void {
  if (require_timestamp && secret_sealed === null)
    throw invalidField('require_timestamp', 'needs_secret', 'require_timestamp needs secret_enabled')
}

export function shown(row: InboundRow, baseUrl: string, secret?: string) {
  const { id, name, description, action, preset, field_mapping, filters, resolve_when, active } = row
  const { previous_secret_until, version, created_at, updated_at } = row
  return {
    id,
    url: `${baseUrl}/prod/api/webhooks/inbound/${id}`,
    ...(secret && { secret }),
    name,
    description,
    action,
    preset,
    field_mapping,
    filters,
    resolve_when,
    secret_enabled: row.secret_sealed !== null,
    require_timestamp: row.require_timestamp,
    active,
    owner: row.owner_email,
    previous_secret_until,
    version,
    created_at,
    updated_at,
  }
}

/** Who opens an incident on behalf of a webhook. */
export const actorOf = ({ reference, name }: InboundRow) => ({
  id: reference,
  kind: 'client' as const,
  email: `${slugOf(name)}.${reference}@webhooks.mainstay.local`,
  name,
  roles: ['itsm_agent' as const],
})

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '') || 'inbound'

export const outcomes = [
  'created',
  'resolved',
  'duplicate',
  'filtered',
  'ignored',
  'rejected',
  'confirming',
  'confirmed',
] as const
export type Outcome = (typeof outcomes)[number]

export const Answer = NamedObject('InboundAnswer', {
  status: Enum(outcomes),
  incident_id: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
})
export type Answer = Static<typeof Answer>

export const InboundEvent = NamedObject('InboundEvent', {
  id: Type.String(),
  received_at: Timestamp,
  status: Enum(outcomes),
  incident_id: Nullable(Type.String()),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  payload: Type.String({ description: 'As it came, at most its first 64 KiB' }),
})
