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
export type EventType = (typeof eventTypes)[number]

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

/** A condition on an event that goes out, or on a payload that comes in. */
export interface Condition {
  field: string
  operator: Operator
  value?: unknown
}

/** What webhooks of both directions have. */
export interface Webhook {
  id: string
  name: string
  active: boolean
  owner: string
  previous_secret_until: string | null
  version: number
  created_at: string
  updated_at: string
  /** Only in the answer that made it. */
  secret?: string
}
