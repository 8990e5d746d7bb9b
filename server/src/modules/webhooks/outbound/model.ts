import { Type, type Static } from 'typebox'
import { invalid, type FieldError } from '../../../kernel/errors.ts'
import { eventTypes, type EventType } from '../../../kernel/event-types.ts'
import { Enum, Line, NamedBody, NamedObject, Nullable, Timestamp } from '../../../kernel/schema.ts'
import { Filters, type Filter } from '../mapping/filters.ts'

const writable = {
  name: Line(200),
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'Where to send to; https' }),
  events: Type.Array(Enum(eventTypes), { minItems: 1, maxItems: eventTypes.length, uniqueItems: true }),
  filters: Filters,
  headers: Type.Record(Type.String(), Type.String(), {
    maxProperties: 20,
    description: 'Sent with each delivery. Values are shown only in the answer to their creation',
  }),
  sign_payloads: Type.Boolean({ default: true, description: 'Adds an HMAC-SHA256 signature' }),
  active: Type.Boolean({ default: true }),
  timeout_seconds: Type.Integer({ minimum: 1, maximum: 30, default: 10 }),
}

export const OutboundWebhook = NamedObject('OutboundWebhook', {
  id: Type.String(),
  ...writable,
  owner: Type.String({ description: 'E-mail address of who hears of failures' }),
  previous_secret_until: Nullable(Timestamp),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  secret: Type.Optional(Type.String({ description: 'Shown once: when it is made' })),
  deleted: Type.Optional(Type.Boolean()),
})

const readOnly = Object.keys(OutboundWebhook.properties).filter((name) => !(name in writable))
const { name, url, events, ...optional } = writable

export const CreateOutbound = NamedBody(
  'CreateOutboundWebhook',
  {
    name,
    url,
    events,
    filters: Type.Optional(optional.filters),
    headers: Type.Optional(optional.headers),
    sign_payloads: Type.Optional(optional.sign_payloads),
    active: Type.Optional(optional.active),
    timeout_seconds: Type.Optional(optional.timeout_seconds),
  },
  readOnly,
)

export const UpdateOutbound = NamedBody(
  'UpdateOutboundWebhook',
  {
    ...CreateOutbound.properties,
    name: Type.Optional(name),
    url: Type.Optional(url),
    events: Type.Optional(events),
  },
  readOnly,
)

export type CreateOutbound = Static<typeof CreateOutbound>
export type UpdateOutbound = Static<typeof UpdateOutbound>

/** The webhook as its rules know it; what is secret is sealed. */
export interface OutboundRow {
  id: string
  name: string
  url: string
  events: EventType[]
  filters: Filter[]
  headers_sealed: string | null
  header_names: string[]
  sign_payloads: boolean
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
  active: boolean
  timeout_seconds: number
  owner_id: string
  owner_email: string
  version: number
  created_at: Date
  updated_at: Date
}

export type Headers = Record<string, string>

/** Stands for a header's value that is kept, so that a client can send back what it has read. */
export const hiddenValue = '********'

export const auditedFields = [
  'name',
  'url',
  'events',
  'filters',
  'header_names',
  'sign_payloads',
  'active',
  'timeout_seconds',
] as const

/** As a client sees it: header values only where they were just given. */
export function shown(row: OutboundRow, headers?: Headers, secret?: string) {
  const { id, name, url, events, filters, header_names, sign_payloads, active, timeout_seconds } = row
  const { previous_secret_until, version, created_at, updated_at } = row
  return {
    id,
    name,
    url,
    events,
    filters,
    headers: headers ?? Object.fromEntries(header_names.map((name) => [name, hiddenValue])),
    sign_payloads,
    ...(secret && { secret }),
    active,
    timeout_seconds,
    owner: row.owner_email,
    previous_secret_until,
    version,
    created_at,
    updated_at,
  }
}

/** Ours to set, or the connection's: whoever could set them could forge a signature or confuse a proxy. */
const reservedHeaders = new Set(
  `accept accept-encoding authorization connection content-encoding content-length content-type cookie date expect
  forwarded host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding
  upgrade user-agent via x-hub-signature x-hub-signature-256`.split(/\s+/),
)
const reservedPrefixes = ['x-service-', 'webhook-', 'proxy-', 'sec-', 'x-forwarded-']

const isReserved = (name: string) =>
  reservedHeaders.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix))

export function checkHeaders(headers: Headers): void {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const errors = Object.entries(headers).flatMap(([name, value], i): FieldError[] => {
    const problem = headerProblem(name, value, names.indexOf(name.toLowerCase()) < i)
    return problem ? [headerError(name, ...problem)] : []
  })
  if (errors.length > 0) throw invalid(errors)
}

export const headerError = (name: string, code: string, message: string): FieldError => ({
  field: `headers.${name}`,
  pointer: `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code,
  message: `headers.${name} ${message}`,
})

function headerProblem(
  name: string,
  value: string,
  again: boolean,
): [code: string, message: string] | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name)) return ['pattern', 'is not the name of a header']
  if (isReserved(name.toLowerCase()))
    return ['reserved', 'is reserved: use a name of your own such as X-Api-Key']
  if (again) return ['duplicate', 'is there twice']
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/.test(value))
    return ['pattern', 'must have 1 to 1000 printable ASCII characters, without a space at either end']
  return undefined
}
