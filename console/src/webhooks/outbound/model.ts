import type { Delivery, OutboundHealth, OutboundWebhook as Outbound } from '../../api/schema.d.ts'

export const path = '/webhooks/outbound'
export const deliveryPath = `${path}/deliveries`

export const statuses = ['pending', 'retrying', 'delivered', 'failed'] as const

export type State = 'failing' | 'retrying' | 'healthy' | 'idle' | 'paused'

/** The most troubled come first. */
export const states: readonly State[] = ['failing', 'retrying', 'healthy', 'idle', 'paused']

export function stateOf({ active }: Outbound, health: OutboundHealth | undefined): State {
  if (!active) return 'paused'
  if (!health) return 'idle'
  if (health.failed > 0 || health.last_delivery?.status === 'failed') return 'failing'
  if (health.last_delivery?.status === 'retrying') return 'retrying'
  return health.delivered > 0 ? 'healthy' : 'idle'
}

export const isOpen = ({ status }: Delivery) => status === 'pending' || status === 'retrying'

/** How soon to look again: a delivery that is under way is followed closely. */
export const soon = 2000
export const later = 15_000
