import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { everyone } from '../../kernel/actor.ts'
import { IdParams } from '../../kernel/schema.ts'
import { hiddenActions, HistoryItem } from './model.ts'
import * as store from './store.ts'

interface HistoryOf {
  path: string
  subject_type: string
  exists: (ctx: Ctx, id: string) => Promise<boolean>
  missing: (id: string) => Error
}

/** The history of any resource: who changed which field, when, with old and new value. */
export function mountHistory(api: Api, openList: OpenList, resource: HistoryOf): void {
  api.get(
    `${resource.path}/:id/history`,
    {
      tag: 'Audit',
      summary: `History of one ${resource.subject_type.replaceAll('_', ' ')}`,
      roles: everyone,
      params: IdParams,
      query: ListQuery({}, ['at']),
      response: { 200: ListOf(HistoryItem) },
    },
    async (ctx, input) => {
      const { id } = input.params
      if (!(await resource.exists(ctx, id))) throw resource.missing(id)
      const list = openList(ctx.actor, input, { sort: 'at', order: 'asc' })
      const filters = {
        subject_id: id,
        subject_type: resource.subject_type,
        without: hiddenActions(ctx.actor),
      }
      return list.reply(await store.list(ctx.db, filters, list.request))
    },
  )
}
