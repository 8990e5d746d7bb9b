import type { InboundHealth, InboundWebhook as Inbound } from '../../api/schema.d.ts'

export const path = '/webhooks/inbound'

export const targets = [
  'short_description',
  'description',
  'priority',
  'category',
  'subcategory',
  'impact',
  'urgency',
  'assignment_group',
  'assigned_to',
  'ci_id',
  'change_id',
  'parent_problem_id',
  'dedup_key',
  'work_note',
] as const
export type Target = (typeof targets)[number]
export type Mapping = Partial<Record<Target, string>>

/** The part of a webhook that decides on a payload. */
export type Rules = Pick<Inbound, 'action' | 'field_mapping' | 'filters' | 'resolve_when'>

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

export type State = 'failing' | 'healthy' | 'idle' | 'paused'

/** The most troubled come first. */
export const states: readonly State[] = ['failing', 'healthy', 'idle', 'paused']

export function stateOf({ active }: Inbound, health: InboundHealth | undefined): State {
  if (!active) return 'paused'
  if (!health?.last_call) return 'idle'
  return health.last_call.status === 'rejected' ? 'failing' : 'healthy'
}
