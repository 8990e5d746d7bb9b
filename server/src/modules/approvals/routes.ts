import type { Api } from '../../http/api.ts'
import { approvers } from '../../kernel/actor.ts'
import { PendingApproval } from './model.ts'
import { listPending } from './store.ts'

export function mountApprovals(api: Api): void {
  api.list(
    '/approvals',
    {
      tag: 'Approvals',
      summary: 'Changes and requests that await your decision, oldest first',
      description: 'Without your own and those that you have edited or decided on already.',
      roles: approvers,
      item: PendingApproval,
      sorts: ['created_at'],
      order: 'asc',
    },
    (ctx, _, request) => listPending(ctx.db, ctx.actor, request),
  )
}
