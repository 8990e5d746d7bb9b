import type { OutboundHealth, OutboundWebhook } from '../api/schema.d.ts'

/** The most urgent first. */
export const webhookStates = ['failing', 'retrying', 'healthy', 'idle', 'paused'] as const
export type WebhookState = (typeof webhookStates)[number]

interface Health extends Pick<OutboundHealth, 'delivered' | 'failed'> {
  last_delivery: Pick<NonNullable<OutboundHealth['last_delivery']>, 'status'> | null
}

export function outboundState(
  { active }: Pick<OutboundWebhook, 'active'>,
  health: Health | undefined,
): WebhookState {
  if (!active) return 'paused'
  if (!health) return 'idle'
  if (health.failed > 0 || health.last_delivery?.status === 'failed') return 'failing'
  if (health.last_delivery?.status === 'retrying') return 'retrying'
  return health.delivered > 0 ? 'healthy' : 'idle'
}
