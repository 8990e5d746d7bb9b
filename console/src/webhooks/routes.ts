import { createRoute } from '@tanstack/react-router'
import { among, oneOf, text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { directions, eventTypes, outcomes, periods, statuses } from './choices.ts'

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    validateSearch: viewReader({ direction: among(directions) }),
    component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$direction/new',
    component: lazyPage(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$direction/$id',
    validateSearch: viewReader({
      tab: among(['test', 'mapping', 'settings']),
      status: among([...statuses, ...outcomes]),
      event: among(eventTypes),
      call: text,
      period: oneOf(Object.keys(periods)),
    }),
    component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/outbound/$id/deliveries/$delivery_id',
    component: lazyPage(() => import('./outbound/delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const
