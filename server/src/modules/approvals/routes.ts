import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { approvers } from '../../kernel/actor.ts'
import { levels, priorities } from '../../kernel/priorities.ts'
import { Enum, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'
import { Approval } from '../records/approval.ts'
import { listPending } from './store.ts'

const PendingApproval = NamedObject('PendingApproval', {
  id: Type.String(),
  subject_type: Enum(['change', 'request']),
  short_description: Type.String(),
  priority: Enum(priorities),
  requested_by: Type.String({ description: 'Who asked for it, or for whom it is' }),
  risk: Nullable(Enum(levels, 'Of a change; null for a request')),
  planned_start: Nullable(Timestamp),
  planned_end: Nullable(Timestamp),
  approval: Approval,
  version: Type.Integer({ description: 'Send it as If-Match to decide only on what you have read' }),
  created_at: Timestamp,
})

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
