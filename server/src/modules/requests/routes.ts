import type { Api } from '../../http/api.ts'
import { agents } from '../../kernel/actor.ts'
import { mountDecisions } from '../records/mount-decisions.ts'
import { mountRecords, recordReply } from '../records/mount.ts'
import { request } from './model.ts'
import * as requests from './service.ts'

const tag = 'Requests'

export function mountRequests(api: Api): void {
  mountRecords(api, { tag, noun: request, service: requests })
  mountDecisions(api, { tag, noun: request, decide: requests.decide })

  for (const spelling of ['fulfil', 'fulfill'])
    api.post(
      `/requests/:id/${spelling}`,
      {
        tag,
        summary: 'Fulfil an approved request',
        roles: agents,
        response: { 200: request.answer },
      },
      async (ctx, { params, headers }) =>
        recordReply(200, await requests.fulfil(ctx, params.id, headers['if-match'])),
    )
}
