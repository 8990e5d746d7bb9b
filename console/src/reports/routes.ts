import { createRoute, redirect } from '@tanstack/react-router'
import { page, root } from '../root.tsx'
import { readView } from './model.ts'

export const reportRoutes = [
  page('/reports', () => import('./reports-page.tsx'), 'ReportsPage', readView),
  // Where the charts were before.
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    beforeLoad: () => {
      throw redirect({ to: '/reports' })
    },
  }),
] as const
