import type { InboundHealth, InboundPreset, InboundWebhook } from '../../api/schema.d.ts'
import { fromNow } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import type { WebhookListItem } from '../model.ts'
import { stateOf } from './model.ts'

const { inbound: w, calls, stats } = webhooks

export const toInboundItem = (
  webhook: InboundWebhook,
  health: InboundHealth | undefined,
  presets: readonly InboundPreset[],
): WebhookListItem => ({
  id: webhook.id,
  name: webhook.name,
  direction: 'inbound',
  state: stateOf(webhook, health),
  endpoint: presets.find(({ name }) => name === webhook.preset)?.title ?? webhook.preset ?? stats.none,
  results: health && health.calls > 0 ? w.rejectedOf(health.rejected, health.calls) : stats.none,
  last: health?.last_call
    ? `${calls.outcomes[health.last_call.status]} ${fromNow(health.last_call.at)}`
    : stats.none,
})
