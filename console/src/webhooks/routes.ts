import { among, oneOf, text, viewReader } from '../records/view.ts'
import { page } from '../root.tsx'
import { directions, eventTypes, outcomes, periods, statuses } from './choices.ts'

export const webhookRoutes = [
  page(
    '/webhooks',
    () => import('./webhooks-page.tsx'),
    'WebhooksPage',
    viewReader({ direction: oneOf(directions) }),
  ),
  page('/webhooks/$direction/new', () => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
  page(
    '/webhooks/$direction/$id',
    () => import('./webhook-page.tsx'),
    'WebhookPage',
    viewReader({
      tab: oneOf(['test', 'mapping', 'settings']),
      status: among([...statuses, ...outcomes]),
      event: among(eventTypes),
      call: text,
      period: oneOf(Object.keys(periods)),
    }),
  ),
  page(
    '/webhooks/outbound/$id/deliveries/$delivery_id',
    () => import('./outbound/delivery-page.tsx'),
    'DeliveryPage',
  ),
] as const
