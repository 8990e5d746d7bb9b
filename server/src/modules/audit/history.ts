import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { checkIncludeDeleted, IncludeDeleted } from '../../kernel/include-deleted.ts'
import { hiddenActions, HistoryItem } from './model.ts'
import * as store from './store.ts'

interface HistoryOf {
  path: string
  subject_type: string
  exists: (ctx: Ctx, id: string) => Promise<boolean>
  missing: (id: string) => Error
}

/** The history of any resource: who changed which field, when, with old and new value. */
export function mountHistory(api: Api, resource: HistoryOf): void {
  api.list(
    `${resource.path}/:id/history`,
    {
      tag: 'Audit',
      summary: `History of one ${resource.subject_type.replaceAll('_', ' ')}`,
      roles: everyone,
      item: HistoryItem,
      filters: { include_deleted: IncludeDeleted },
      sorts: ['at'],
      order: 'asc',
    },
    async (ctx, { params: { id }, query: { include_deleted } }, request) => {
      checkIncludeDeleted(ctx.actor, include_deleted)
      if (!(await resource.exists(ctx, id))) throw resource.missing(id)
      const filters = {
        subject_id: id,
        subject_type: resource.subject_type,
        without: hiddenActions(ctx.actor),
      }
      return store.list(ctx.db, filters, request)
    },
  )
}
