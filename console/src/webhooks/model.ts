import type { InboundWebhook, OutboundWebhook } from '../api/schema.d.ts'

export const eventTypes = [
  'incident.created',
  'incident.updated',
  'incident.resolved',
  'incident.priority_changed',
  'change.submitted',
  'change.approved',
  'change.rejected',
  'request.submitted',
  'request.approved',
  'sla.breach_warning',
  'sla.breached',
  'ci.discovered',
] as const

export const operators = [
  'eq',
  'ne',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
] as const
export type Operator = (typeof operators)[number]

/** What webhooks of both directions have. */
export type Webhook = Pick<OutboundWebhook, Extract<keyof OutboundWebhook, keyof InboundWebhook>>
