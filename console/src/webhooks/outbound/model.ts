import { words } from '../../words.ts'
import type { Condition, EventType, State, Webhook } from '../model.ts'

const { deliveries } = words.webhooks

export const path = '/webhooks/outbound'
export const deliveryPath = `${path}/deliveries`

export interface Outbound extends Webhook {
  url: string
  events: EventType[]
  filters: Condition[]
  headers: Record<string, string>
  sign_payloads: boolean
  timeout_seconds: number
}

export type Status = keyof typeof deliveries.statuses
export const statuses = Object.keys(deliveries.statuses) as Status[]

export interface Delivery {
  id: string
  webhook_id: string
  event: EventType
  event_id: string
  subject_id: string
  status: Status
  attempt_count: number
  response_status: number | null
  error: string | null
  latency_ms: number | null
  replay_of: string | null
  is_test: boolean
  created_at: string
  next_attempt_at: string | null
  completed_at: string | null
}

export interface Attempt {
  attempt: number
  at: string
  status: number | null
  error: string | null
  latency_ms: number
  retry_after: string | null
  response_body: string
}

export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export interface DeliveryInFull extends Delivery {
  request: Request
  attempts: Attempt[]
}

export interface HealthSpan {
  at: string
  delivered: number
  failed: number
  waiting: number
}

export interface Stats {
  total: number
  delivered: number
  failed: number
  pending: number
  retrying: number
  success_rate: number | null
  p50_latency_ms: number | null
  p95_latency_ms: number | null
  last_failure: { at: string; delivery_id: string; status: number | null; error: string | null } | null
  over_time: HealthSpan[]
}

export interface OutboundHealth {
  webhook_id: string
  delivered: number
  failed: number
  waiting: number
  success_rate: number | null
  last_delivery: { id: string; at: string; status: Status } | null
}

export function stateOf({ active }: Outbound, health: OutboundHealth | undefined): State {
  if (!active) return 'paused'
  if (!health) return 'idle'
  if (health.failed > 0 || health.last_delivery?.status === 'failed') return 'failing'
  if (health.last_delivery?.status === 'retrying') return 'retrying'
  return health.delivered > 0 ? 'healthy' : 'idle'
}

export const isOpen = ({ status }: Delivery) => status === 'pending' || status === 'retrying'

/** Polling intervals: a delivery in progress is followed closely. */
export const soon = 2000
export const later = 15_000
