import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { approvers } from '../../kernel/actor.ts'
import { PendingApproval } from './model.ts'
import { listPending } from './store.ts'

export function mountApprovals(api: Api, openList: OpenList): void {
  api.get(
    '/approvals',
    {
      tag: 'Approvals',
      summary: 'Changes and requests that await your decision, oldest first',
      description: 'Without your own and those that you have edited or decided on already.',
      roles: approvers,
      query: ListQuery({}, ['created_at']),
      response: { 200: ListOf(PendingApproval) },
    },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'created_at', order: 'asc' })
      return list.reply(await listPending(ctx.db, ctx.actor, list.request))
    },
  )
}
