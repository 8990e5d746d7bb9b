import { createRoute, redirect } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readView } from './model.ts'

export const reportRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    validateSearch: readView,
    component: lazyPage(() => import('./reports-page.tsx'), 'ReportsPage'),
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
