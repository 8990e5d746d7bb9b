import { Type } from 'typebox'
import { hmac } from '../../../kernel/crypto.ts'
import { second } from '../../../kernel/durations.ts'
import { Enum, NamedObject, Nullable, OneEventType, Timestamp } from '../../../kernel/schema.ts'
import { standardSignature } from '../webhook/signature.ts'

export const statuses = ['pending', 'delivered', 'retrying', 'failed'] as const
export type Status = (typeof statuses)[number]

/** One without a delay, and one after each of the four delays of the configuration. */
export const maxAttempts = 5

export const Attempt = NamedObject('DeliveryAttempt', {
  attempt: Type.Integer(),
  at: Timestamp,
  status: Nullable(Type.Integer({ description: 'HTTP status of the response' })),
  error: Nullable(Type.String({ description: 'Why there was no response' })),
  latency_ms: Type.Integer(),
  retry_after: Nullable(
    Type.String({ description: 'As the receiver sent it; it does not change the delays' }),
  ),
  response_body: Type.String({ description: 'Its first 4 KiB' }),
})
export type Attempt = Type.Static<typeof Attempt>

export const Delivery = NamedObject('Delivery', {
  id: Type.String({ description: 'X-Service-Delivery of every attempt' }),
  webhook_id: Type.String(),
  event: OneEventType,
  event_id: Type.String(),
  subject_id: Type.String(),
  status: Enum(statuses),
  attempt_count: Type.Integer(),
  response_status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  latency_ms: Nullable(Type.Integer()),
  replay_of: Nullable(Type.String()),
  is_test: Type.Boolean(),
  created_at: Timestamp,
  next_attempt_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
})

export const DeliveryInFull = NamedObject('DeliveryDetails', {
  ...Delivery.properties,
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.String({ description: 'The bytes that are sent and signed' }),
  }),
  attempts: Type.Array(Attempt),
})

export const Stats = Type.Object({
  total: Type.Integer(),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  pending: Type.Integer(),
  retrying: Type.Integer(),
  success_rate: Nullable(Type.Number({ description: '0 to 1, of completed deliveries' })),
  p50_latency_ms: Nullable(Type.Integer()),
  p95_latency_ms: Nullable(Type.Integer()),
  last_failure: Nullable(
    Type.Object({
      at: Timestamp,
      delivery_id: Type.String(),
      status: Nullable(Type.Integer()),
      error: Nullable(Type.String()),
    }),
  ),
})
export type Stats = Type.Static<typeof Stats>

/** The payload of the interface; `data` is JSON as the database wrote it. */
export const bodyOf = (event: string, occurred_at: Date, service_instance: string, data: string): string =>
  `{"event":"${event}","timestamp":"${occurred_at.toISOString()}","service_instance":${JSON.stringify(service_instance)},"data":${data}}`

interface AttemptIdentity {
  id: string
  event: string
  event_id: string
  attempt: number
}

/** The headers that do not depend on signing. */
export const plainHeaders = ({ id, event, event_id, attempt }: AttemptIdentity): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Mainstay-Webhooks/1',
  'x-service-event': event,
  'x-service-event-id': event_id,
  'x-service-delivery': id,
  'x-service-attempt': String(attempt),
})

/**
 * The digest of the interface and the signature of Standard Webhooks, both with the same secret. While the previous
 * secret is still valid, its digest is sent in a second header, because the first can hold only one.
 */
export function signatureHeaders(
  id: string,
  body: string,
  now: Date,
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / second))
  const [current, previous] = secrets
  const standard = secrets.map((secret) => `v1,${standardSignature(secret, `${id}.${timestamp}.${body}`)}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(current && { 'x-service-signature': digest(current, body), 'webhook-signature': standard.join(' ') }),
    ...(previous && { 'x-service-signature-previous': digest(previous, body) }),
  }
}

const digest = (secret: string, body: string) => `sha256=${hmac(secret, body).toString('hex')}`
