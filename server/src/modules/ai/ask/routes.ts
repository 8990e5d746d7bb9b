import type { Api } from '../../../http/api.ts'
import { agents } from '../../../kernel/actor.ts'
import { bypassesCache } from '../cache/model.ts'
import type { Ai } from '../engine/open.ts'
import { Ask, AskAnswer } from './model.ts'
import * as asking from './service.ts'

export function mountAsk(api: Api, ai: Ai): void {
  api.postAfterWaiting(
    '/ai/ask',
    {
      tag: 'AI',
      summary: 'Ask the knowledge base a question',
      description:
        'Without a model the answer is made of sentences of published articles, verbatim. `Cache-Control: no-cache` bypasses the cache.',
      roles: agents,
      limit: 'ai_ask',
      body: Ask,
      response: { 200: AskAnswer },
    },
    async (ctx, { body, headers }) => {
      const answer = await asking.ask(ctx, ai, body, { bypass: bypassesCache(headers) })
      return async () => answer
    },
  )
}
