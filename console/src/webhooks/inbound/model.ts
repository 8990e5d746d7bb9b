import { words } from '../../words.ts'
import type { Condition, State, Webhook } from '../model.ts'

const { calls, mapping } = words.webhooks

export const path = '/webhooks/inbound'

export type Target = keyof typeof mapping.targets
export const targets = Object.keys(mapping.targets) as Target[]
export type Mapping = Partial<Record<Target, string>>

/** The part of a webhook that decides what a payload does. */
export interface Rules {
  action: 'create_incident' | 'resolve_incident'
  field_mapping: Mapping
  filters: Condition[]
  resolve_when: Condition[]
}

export interface Inbound extends Webhook, Rules {
  url: string
  description: string | null
  preset: string | null
  secret_enabled: boolean
  require_timestamp: boolean
}

export interface Preset {
  name: string
  title: string
  description: string
  setup?: string
  field_mapping: Mapping
  filters: Condition[]
  resolve_when: Condition[]
  sample: unknown
  resolving_sample: unknown
}

export type Outcome = keyof typeof calls.outcomes
export const outcomes = Object.keys(calls.outcomes) as Outcome[]

export interface InboundCall {
  id: string
  received_at: string
  status: Outcome
  incident_id: string | null
  error: { code: string; message: string } | null
  payload: string
}

/** The result that a payload would have. */
export interface DryRun {
  status: 'would_create' | 'would_resolve' | 'filtered' | 'rejected'
  incident?: Mapping
  dedup_key?: string
  work_note?: string
  failed_filter?: Condition
  errors?: { field: string; message: string }[]
}

export interface InboundHealth {
  webhook_id: string
  calls: number
  rejected: number
  last_call: { at: string; status: Outcome } | null
}

export function stateOf({ active }: Inbound, health: InboundHealth | undefined): State {
  if (!active) return 'paused'
  if (!health?.last_call) return 'idle'
  return health.last_call.status === 'rejected' ? 'failing' : 'healthy'
}
