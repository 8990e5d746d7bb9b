import type { Delivery, OutboundHealth, OutboundWebhook as Outbound } from '../../api/schema.d.ts'
import type { State } from '../model.ts'

export const path = '/webhooks/outbound'
export const deliveryPath = `${path}/deliveries`

export function stateOf({ active }: Outbound, health: OutboundHealth | undefined): State {
  if (!active) return 'paused'
  if (!health) return 'idle'
  if (health.failed > 0 || health.last_delivery?.status === 'failed') return 'failing'
  if (health.last_delivery?.status === 'retrying') return 'retrying'
  return health.delivered > 0 ? 'healthy' : 'idle'
}

export const isOpen = ({ status }: Delivery) => status === 'pending' || status === 'retrying'

/** Polling intervals: a delivery in progress is followed closely. */
export const activePollInterval = 2000
export const idlePollInterval = 15_000
