import type { Api } from '../../http/api.ts'
import { agents } from '../../kernel/actor.ts'
import { mountDecisions } from '../records/mount-decisions.ts'
import { mountRecords, recordReply } from '../records/mount.ts'
import { request } from './model.ts'
import { create, decide, fulfil, list, remove, show, update } from './service.ts'

const tag = 'Requests'

export function mountRequests(api: Api): void {
  mountRecords(api, { tag, noun: request, service: { list, show, create, update, remove } })
  mountDecisions(api, { tag, noun: request, decide })

  for (const spelling of ['fulfil', 'fulfill'])
    api.post(
      `/requests/:id/${spelling}`,
      {
        tag,
        summary: 'Fulfil an approved request',
        roles: agents,
        response: { 200: request.answer },
      },
      async (ctx, { params, headers }) => recordReply(200, await fulfil(ctx, params.id, headers['if-match'])),
    )
}
