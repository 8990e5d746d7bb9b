import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

const frame = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile-frame.tsx'), 'ProfileFrame'),
})

export const profileRoutes = frame.addChildren([
  createRoute({
    getParentRoute: () => frame,
    path: '/',
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/keys',
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/two-factor',
    component: lazyRouteComponent(() => import('./two-factor-page.tsx'), 'TwoFactorPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/sessions',
    component: lazyRouteComponent(() => import('./sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage'),
  }),
])
