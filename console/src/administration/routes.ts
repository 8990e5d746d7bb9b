import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { readAuditView, readKeysView, readUsersView } from './view.ts'

const frame = createRoute({
  getParentRoute: () => root,
  path: '/administration',
  component: lazyRouteComponent(() => import('./administration-frame.tsx'), 'AdministrationFrame'),
})

export const administrationRoutes = frame.addChildren([
  createRoute({
    getParentRoute: () => frame,
    path: '/',
    component: lazyRouteComponent(() => import('./administration-frame.tsx'), 'FirstSection'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/users',
    validateSearch: readUsersView,
    component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/users/new',
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'NewUserPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/users/$id',
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients',
    component: lazyRouteComponent(() => import('./clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients/new',
    component: lazyRouteComponent(() => import('./client-page.tsx'), 'NewClientPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients/$id',
    component: lazyRouteComponent(() => import('./client-page.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/sla',
    component: lazyRouteComponent(() => import('./sla-page.tsx'), 'SlaPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/api-keys',
    validateSearch: readKeysView,
    component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/keys',
    component: lazyRouteComponent(() => import('./signing-keys-page.tsx'), 'SigningKeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/audit',
    validateSearch: readAuditView,
    component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/demo',
    component: lazyRouteComponent(() => import('./demo-page.tsx'), 'DemoPage'),
  }),
])
