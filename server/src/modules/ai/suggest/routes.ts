import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { wholeList, WholeListOf } from '../../../http/list.ts'
import { Reply } from '../../../http/reply.ts'
import { agents, managers } from '../../../kernel/actor.ts'
import { NamedObject } from '../../../kernel/schema.ts'
import { bypassesCache } from '../cache/model.ts'
import type { Ai } from '../engine/open.ts'
import { startTraining } from './jobs.ts'
import { makeModelLoader } from './model-loader.ts'
import { ModelVersion, SuggestionsAnswer, SuggestRequest } from './model.ts'
import * as suggesting from './service.ts'
import { versions } from './store.ts'

const tag = 'AI'

export function mountSuggest(api: Api, ai: Ai): void {
  const find = makeModelLoader()
  api.postAfterWaiting(
    '/ai/suggest',
    {
      tag,
      summary: 'Suggest category, priority and assignment group for a text',
      description:
        'Trained on the resolved incidents of this service; without history, a built-in word list answers with low confidence.',
      roles: agents,
      limit: 'ai_suggest',
      body: SuggestRequest,
      response: { 200: SuggestionsAnswer },
    },
    async (ctx, { body, headers }) => {
      const suggested = await suggesting.suggest(ctx, ai, find, body, bypassesCache(headers))
      return async () => suggested
    },
  )

  api.get(
    '/ai/suggest/models',
    {
      tag,
      summary: 'List the suggestion models and their accuracy',
      roles: agents,
      response: { 200: WholeListOf(ModelVersion) },
    },
    async (ctx) => wholeList(await versions(ctx.db)),
  )

  api.post(
    '/ai/suggest/train',
    {
      tag,
      summary: 'Train on the resolved incidents now',
      description: 'Otherwise a job trains it once enough incidents were resolved.',
      roles: managers,
      response: { 202: NamedObject('QueuedTraining', { status: Type.Literal('queued') }) },
    },
    async (ctx) => {
      await startTraining(ctx)
      return new Reply(202, { status: 'queued' })
    },
  )
}
