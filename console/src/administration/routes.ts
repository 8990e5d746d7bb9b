import { createRoute } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readAuditView, readKeysView, readUsersView } from './view.ts'

const frame = createRoute({
  getParentRoute: () => root,
  path: '/administration',
  component: lazyPage(() => import('./administration-frame.tsx'), 'AdministrationFrame'),
})

const pages = [
  createRoute({
    getParentRoute: () => frame,
    path: '/',
    component: lazyPage(() => import('./administration-frame.tsx'), 'FirstSection'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/users',
    validateSearch: readUsersView,
    component: lazyPage(() => import('./users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/users/new',
    component: lazyPage(() => import('./user-page.tsx'), 'NewUserPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/users/$id',
    component: lazyPage(() => import('./user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients',
    component: lazyPage(() => import('./clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients/new',
    component: lazyPage(() => import('./client-page.tsx'), 'NewClientPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients/$id',
    component: lazyPage(() => import('./client-page.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/sla',
    component: lazyPage(() => import('./sla-page.tsx'), 'SlaPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/api-keys',
    validateSearch: readKeysView,
    component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/keys',
    component: lazyPage(() => import('./signing-keys-page.tsx'), 'SigningKeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/audit',
    validateSearch: readAuditView,
    component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/health',
    component: lazyPage(() => import('./health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/demo',
    component: lazyPage(() => import('./demo-page.tsx'), 'DemoPage'),
  }),
] as const

export const administrationRoutes = frame.addChildren(pages)
