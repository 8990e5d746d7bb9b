import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { auditors } from '../../kernel/actor.ts'
import { SingleLine, Timestamp } from '../../kernel/schema.ts'
import { HistoryItem } from './model.ts'
import * as store from './store.ts'

export function mountAudit(api: Api): void {
  api.list(
    '/audit',
    {
      tag: 'Audit',
      summary: 'Search the audit log',
      roles: auditors,
      item: HistoryItem,
      filters: {
        subject_type: Type.Optional(SingleLine(50)),
        subject_id: Type.Optional(SingleLine(300)),
        actor_id: Type.Optional(SingleLine(200)),
        action: Type.Optional(SingleLine(50)),
        after: Type.Optional(Timestamp),
        before: Type.Optional(Timestamp),
      },
      sorts: ['at'],
      order: 'desc',
    },
    (ctx, { query }, request) => store.list(ctx.db, query, request),
  )
}
