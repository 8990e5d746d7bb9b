import type { Api } from '../../http/api.ts'
import { agents, everyone } from '../../kernel/actor.ts'
import { checkExists } from '../cmdb/references.ts'
import { mountDecisions } from '../records/mount-decisions.ts'
import { mountRecords, recordReply } from '../records/mount.ts'
import { change } from './model.ts'
import { create, decide, list, remove, show, submit, update } from './service.ts'

const tag = 'Changes'
/** The CI is given by the path. */
const { ci_id: _, ...filters } = change.filter_schemas

export function mountChanges(api: Api): void {
  mountRecords(api, { tag, noun: change, service: { list, show, create, update, remove } })

  api.list(
    '/cmdb/cis/:id/changes',
    {
      tag,
      summary: 'List the open changes of a configuration item',
      roles: everyone,
      item: change.answer,
      filters,
      sorts: change.sorts,
      order: 'desc',
    },
    async (ctx, { params: { id: ci_id }, query }, request) => {
      await checkExists(ctx, ci_id)
      return list(ctx, { state: change.open_states.join(','), ...query, ci_id }, request)
    },
  )

  api.post(
    '/changes/:id/submit',
    {
      tag,
      summary: 'Submit a draft for review',
      roles: agents,
      response: { 200: change.answer },
    },
    async (ctx, { params, headers }) => recordReply(200, await submit(ctx, params.id, headers['if-match'])),
  )

  mountDecisions(api, { tag, noun: change, decide })
}
