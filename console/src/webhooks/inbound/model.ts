import type { InboundHealth, InboundWebhook as Inbound } from '../../api/schema.d.ts'
import { webhooks } from '../../words/webhooks.ts'
import type { WebhookState } from '../../records/webhook-state.ts'

const { mapping } = webhooks

export const path = '/webhooks/inbound'

export type Target = keyof typeof mapping.targets
export const targets = Object.keys(mapping.targets) as Target[]
export type Mapping = Partial<Record<Target, string>>

/** The part of a webhook that decides what a payload does. */
export type Rules = Pick<Inbound, 'action' | 'field_mapping' | 'filters' | 'resolve_when'>

export function stateOf({ active }: Inbound, health: InboundHealth | undefined): WebhookState {
  if (!active) return 'paused'
  if (!health?.last_call) return 'idle'
  return health.last_call.status === 'rejected' ? 'failing' : 'healthy'
}
