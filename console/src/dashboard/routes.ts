import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { readView } from './model.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
] as const
