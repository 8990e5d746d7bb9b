import { page } from '../root.tsx'

export const approvalRoutes = [
  page('/approvals', () => import('./approvals-page.tsx'), 'ApprovalsPage'),
] as const
