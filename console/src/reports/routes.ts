import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { readView } from './model.ts'

export const reportRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
  }),
  // Where the charts were before.
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    beforeLoad: () => {
      throw redirect({ to: '/reports' })
    },
  }),
] as const
