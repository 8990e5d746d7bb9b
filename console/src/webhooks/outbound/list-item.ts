import type { OutboundHealth, OutboundWebhook } from '../../api/schema.d.ts'
import { fromNow } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import type { WebhookListItem } from '../model.ts'
import { outboundState } from '../../records/webhook-state.ts'

const { outbound: w, deliveries, stats } = webhooks

export const toOutboundItem = (
  webhook: OutboundWebhook,
  health: OutboundHealth | undefined,
): WebhookListItem => ({
  id: webhook.id,
  name: webhook.name,
  direction: 'outbound',
  state: outboundState(webhook, health),
  endpoint: webhook.url,
  results: rateOf(health),
  last: lastOf(health),
})

function rateOf(health: OutboundHealth | undefined): string {
  if (!health || health.success_rate === null) return stats.none
  const { delivered, failed, success_rate } = health
  return `${stats.percent(success_rate)} (${w.rateOf(delivered, delivered + failed)})`
}

function lastOf(health: OutboundHealth | undefined): string {
  const last = health?.last_delivery
  return last ? `${deliveries.statuses[last.status]} ${fromNow(last.at)}` : stats.none
}
