import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { checkIncludeDeleted, IncludeDeleted } from '../../kernel/include-deleted.ts'
import { hiddenActions, HistoryItem } from '../audit/model.ts'
import * as audit from '../audit/store.ts'
import type { HistoryRule } from './history-rule.ts'
import { missing } from './service.ts'

/** Who changed which field, when, with old and new value. */
export function mountHistory(
  api: Api,
  noun: { path: string; subject_type: string },
  hasHistory: HistoryRule,
): void {
  const { path, subject_type } = noun
  api.list(
    `${path}/:id/history`,
    {
      tag: 'Audit',
      summary: `History of one ${subject_type.replaceAll('_', ' ')}`,
      roles: everyone,
      item: HistoryItem,
      filters: { include_deleted: IncludeDeleted },
      sorts: ['at'],
      order: 'asc',
    },
    async (ctx, { params: { id: subject_id }, query: { include_deleted } }, request) => {
      checkIncludeDeleted(ctx.actor, include_deleted)
      if (!(await hasHistory(ctx, subject_id))) throw missing(noun, subject_id)
      return audit.list(ctx.db, { subject_id, subject_type, without: hiddenActions(ctx.actor) }, request)
    },
  )
}
