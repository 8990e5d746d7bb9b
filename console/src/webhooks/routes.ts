import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { among, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { outcomes } from './inbound/model.ts'
import { directions, eventTypes } from './model.ts'
import { statuses } from './outbound/model.ts'

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    validateSearch: viewReader({ direction: among(directions) }),
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$direction/new',
    component: lazyRouteComponent(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$direction/$id',
    validateSearch: viewReader({
      tab: among(['test', 'mapping', 'settings']),
      status: among([...statuses, ...outcomes]),
      event: among(eventTypes),
    }),
    component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/outbound/$id/deliveries/$delivery_id',
    component: lazyRouteComponent(() => import('./outbound/delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const
