import { Type, type Static, type TObject } from 'typebox'
import { eventTypes } from '../../../kernel/event-types.ts'
import { Enum, NamedBody, NamedObject, OneEventType, SingleLine } from '../../../kernel/schema.ts'
import { optional } from '../../records/model.ts'
import { Filters } from '../mapping/filters.ts'
import { formats } from './formats.ts'
import { presentCommon, readOnlyFields, type WebhookRow } from '../webhook/model.ts'

const writable = {
  name: SingleLine(200),
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'Target URL; https' }),
  events: Type.Array(OneEventType, { minItems: 1, maxItems: eventTypes.length, uniqueItems: true }),
  filters: Filters,
  headers: Type.Record(Type.String(), Type.String(), {
    maxProperties: 20,
    description: 'Sent with each delivery. Values are shown only in the response that creates them',
  }),
  format: Enum(
    formats,
    'event: the payload of the API (default); slack, also for Mattermost, Rocket.Chat, Google Chat and Discord, and teams: a message',
  ),
  sign_payloads: Type.Boolean({ default: true, description: 'Adds an HMAC-SHA256 signature' }),
  active: Type.Boolean({ default: true }),
  timeout_seconds: Type.Integer({ minimum: 1, maximum: 30, default: 10 }),
}

export const OutboundWebhook = NamedObject('OutboundWebhook', { ...writable, ...readOnlyFields })

const readOnly = Object.keys(readOnlyFields)
const { name, url, events } = writable

export const UpdateOutbound = NamedBody('UpdateOutboundWebhook', optional(writable), readOnly)
export const CreateOutbound = NamedBody(
  'CreateOutboundWebhook',
  { ...UpdateOutbound.properties, name, url, events },
  readOnly,
)

export type CreateOutbound = Static<typeof CreateOutbound>
export type UpdateOutbound = Static<typeof UpdateOutbound>

/** The fields that are columns; the values of headers are encrypted. */
const { headers: _, ...stored } = writable
type Stored = Static<TObject<typeof stored>>
export const storedFields = Object.keys(stored) as (keyof Stored)[]

export interface OutboundRow extends WebhookRow, Stored {
  headers_sealed: string | null
  header_names: string[]
}

export type Headers = Record<string, string>

/** Shown instead of a stored header value; sent back, it keeps that value. */
export const hiddenValue = '********'

/** Paths and parameters of URLs, such as those of Slack and Teams, allow posting; more people may read the audit log. */
export function withoutSecrets(url: unknown): unknown {
  if (typeof url !== 'string') return url
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/${hiddenValue}`
}

/** As a client reads it; header values only where they were just given. */
export function present(row: OutboundRow, headers?: Headers, secret?: string) {
  return {
    ...presentCommon(row, storedFields, secret),
    headers: headers ?? Object.fromEntries(row.header_names.map((name) => [name, hiddenValue])),
  }
}
