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

/** A condition on an outgoing event or on an incoming payload. */
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
  /** Only in the response that created it. */
  secret?: string
}

export const directions = ['outbound', 'inbound'] as const
export type Direction = (typeof directions)[number]

/** In the API and in the console alike. */
export const pathOf = (direction: Direction) => `/webhooks/${direction}` as const

/** The most urgent first. */
export const states = ['failing', 'retrying', 'healthy', 'idle', 'paused'] as const
export type State = (typeof states)[number]

/** A webhook of either direction in the list. */
export interface WebhookListItem {
  id: string
  name: string
  direction: Direction
  state: State
  /** Where it sends to, or what sends to it. */
  endpoint: string
  results: string
  last: string
}
