import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { among, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { outcomes } from './inbound/model.ts'
import { eventTypes } from './model.ts'
import { statuses } from './outbound/model.ts'

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    validateSearch: viewReader({ direction: among(['inbound']) }),
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/outbound/new',
    component: lazyRouteComponent(() => import('./outbound/new-outbound-page.tsx'), 'NewOutboundPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/outbound/$id',
    validateSearch: viewReader({
      tab: among(['test', 'settings']),
      status: among(statuses),
      event: among(eventTypes),
    }),
    component: lazyRouteComponent(() => import('./outbound/outbound-page.tsx'), 'OutboundPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/outbound/$id/deliveries/$delivery_id',
    component: lazyRouteComponent(() => import('./outbound/delivery-page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/inbound/new',
    component: lazyRouteComponent(() => import('./inbound/new-inbound-page.tsx'), 'NewInboundPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/inbound/$id',
    validateSearch: viewReader({ tab: among(['mapping', 'settings']), status: among(outcomes) }),
    component: lazyRouteComponent(() => import('./inbound/inbound-page.tsx'), 'InboundPage'),
  }),
] as const
