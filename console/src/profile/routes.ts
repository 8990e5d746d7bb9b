import { createRoute } from '@tanstack/react-router'
import { oneOf, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'

const frame = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyPage(() => import('./profile-frame.tsx'), 'ProfileFrame'),
})

const pages = [
  createRoute({
    getParentRoute: () => frame,
    path: '/',
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/keys',
    component: lazyPage(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/two-factor',
    component: lazyPage(() => import('./two-factor-page.tsx'), 'TwoFactorPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/sessions',
    component: lazyPage(() => import('./sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/notifications',
    validateSearch: viewReader({ unread: oneOf(['yes']) }),
    component: lazyPage(() => import('./notifications-page.tsx'), 'NotificationsPage'),
  }),
] as const

export const profileRoutes = frame.addChildren(pages)
