import { createRoute } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/load-styled.ts'

export const approvalRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/approvals',
    component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
  }),
]
