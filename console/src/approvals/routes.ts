import { createRoute } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'

export const approvalRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/approvals',
    component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
  }),
] as const
