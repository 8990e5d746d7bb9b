import { Type, type Static, type TObject } from 'typebox'
import { invalidField } from '../../../kernel/errors.ts'
import {
  Enum,
  SingleLine,
  Named,
  NamedBody,
  NamedObject,
  Nullable,
  Text,
  Timestamp,
} from '../../../kernel/schema.ts'
import { fixed, optional } from '../../records/model.ts'
import { Filters } from '../mapping/filters.ts'
import { presentCommon, readOnlyFields, type WebhookRow } from '../webhook/model.ts'
import { targets } from './mapping.ts'

const actions = ['create_incident', 'resolve_incident'] as const

const writable = {
  name: SingleLine(200),
  description: Nullable(Text(2000)),
  action: Enum(actions),
  field_mapping: Named(
    'FieldMapping',
    Type.Record(Type.String(), Text(8192), {
      description: `Templates such as "{{ alert.title }}" for ${targets.join(', ')}`,
    }),
  ),
  filters: Filters,
  resolve_when: Named(
    'ResolveWhen',
    Type.Array(Filters.items, {
      maxItems: 20,
      description: 'If all of these match, the open incident with the same dedup_key is resolved instead',
    }),
  ),
  secret_enabled: Type.Boolean({ default: false, description: 'Calls must be signed' }),
  require_timestamp: Type.Boolean({
    default: false,
    description: 'The signature of a call must cover its timestamp, which must be at most five minutes old',
  }),
  notify_stakeholders: Type.Boolean({
    default: true,
    description: 'The assignment group of an incident that a call creates is notified',
  }),
  active: Type.Boolean({ default: true }),
}

export const InboundWebhook = NamedObject('InboundWebhook', {
  url: Type.String({ format: 'uri', description: 'URL for the other system' }),
  preset: Nullable(Type.String()),
  ...writable,
  ...readOnlyFields,
})

const readOnly = ['url', ...Object.keys(readOnlyFields)]

export const UpdateInbound = NamedBody(
  'UpdateInboundWebhook',
  { ...optional(writable), preset: Type.Optional(Nullable(Text(50, fixed))) },
  readOnly,
)
export const CreateInbound = NamedBody(
  'CreateInboundWebhook',
  {
    ...UpdateInbound.properties,
    name: writable.name,
    preset: Type.Optional(
      Nullable(SingleLine(50, 'A tool with a predefined mapping and filters: see /webhooks/inbound/presets')),
    ),
  },
  readOnly,
)

export type CreateInbound = Static<typeof CreateInbound>
export type UpdateInbound = Static<typeof UpdateInbound>

/** The fields that are columns; whether there is a secret says `secret_enabled`. */
const { secret_enabled: _, ...written } = writable
const stored = { preset: InboundWebhook.properties.preset, ...written }
type Stored = Static<TObject<typeof stored>>
export const storedFields = Object.keys(stored) as (keyof Stored)[]

export interface InboundRow extends WebhookRow, Stored {
  /** Its ID in the audit log and in incidents, because the ID itself allows calling the webhook. */
  reference: string
}

/** Without a secret there is no signature that could cover a timestamp. */
export function checkTimestampRule({
  require_timestamp,
  secret_sealed,
}: Pick<InboundRow, 'require_timestamp' | 'secret_sealed'>): void {
  if (require_timestamp && secret_sealed === null)
    throw invalidField('require_timestamp', 'needs_secret', 'require_timestamp needs secret_enabled')
}

/** As clients see it. */
export function present(row: InboundRow, baseUrl: string, secret?: string) {
  return {
    ...presentCommon(row, storedFields, secret),
    url: `${baseUrl}/prod/api/webhooks/inbound/${row.id}`,
    secret_enabled: row.secret_sealed !== null,
  }
}

/** The requester of the incidents that a webhook creates. */
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
  'acknowledged',
  'noted',
  'duplicate',
  'filtered',
  'ignored',
  'rejected',
  'confirming',
  'confirmed',
] as const

/** Codes of calls that are refused before their body is read. */
export const unreadCodes = ['unauthenticated', 'payload_too_large']
export const isUnread = (code: string): boolean => unreadCodes.includes(code)

/** Tells the owner of a webhook that its calls are rejected. */
export const rejectionJob = 'alert-rejected-calls'

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
  payload: Type.String({
    description:
      'As received, at most its first 64 KiB; empty for a call that was too large or had no valid signature',
  }),
})
