import type { Api } from '../../../http/api.ts'
import { agents } from '../../../kernel/actor.ts'
import { bypassesCache } from '../cache/model.ts'
import type { Ai } from '../engine/open.ts'
import { Exemplars, ExemplarsRequest } from './model.ts'
import * as exemplars from './service.ts'

export function mountExemplars(api: Api, ai: Ai): void {
  api.postAfterWaiting(
    '/ai/exemplars',
    {
      tag: 'AI',
      summary: 'Find similar resolved incidents and their resolutions',
      roles: agents,
      limit: 'ai_exemplars',
      body: ExemplarsRequest,
      response: { 200: Exemplars },
    },
    async (ctx, { body, headers }) => {
      const found = await exemplars.find(ctx, ai, body, bypassesCache(headers))
      return async () => found
    },
  )
}
