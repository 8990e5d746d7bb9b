import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { auditors } from '../../kernel/actor.ts'
import { SingleLine, Timestamp } from '../../kernel/schema.ts'
import { HistoryItem } from './model.ts'
import * as store from './store.ts'

export function mountAudit(api: Api, openList: OpenList): void {
  api.get(
    '/audit',
    {
      tag: 'Audit',
      summary: 'Search the audit log',
      roles: auditors,
      query: ListQuery(
        {
          subject_type: Type.Optional(SingleLine(50)),
          subject_id: Type.Optional(SingleLine(300)),
          actor_id: Type.Optional(SingleLine(200)),
          action: Type.Optional(SingleLine(50)),
          after: Type.Optional(Timestamp),
          before: Type.Optional(Timestamp),
        },
        ['at'],
      ),
      response: { 200: ListOf(HistoryItem) },
    },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'at', order: 'desc' })
      return list.reply(await store.list(ctx.db, input.query, list.request))
    },
  )
}
