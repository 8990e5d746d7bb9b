import type { Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import { agents } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { bypassesCache } from '../cache/model.ts'
import type { Ai } from '../engine/open.ts'
import { Query, QueryAnswer } from './model.ts'
import * as service from './service.ts'
import { streamAnswer } from './stream.ts'

export function mountQuery(api: Api, ai: Ai): void {
  const copilot = service.openCopilot(ai)
  api.postAfterWaiting(
    '/ai/query',
    {
      tag: 'AI',
      summary: 'Ask the copilot about live records or knowledge, or have it propose an action',
      description:
        'Actions are proposals and never carried out. With `stream: true` the answer comes as Server-Sent Events: `delta` with {text}, then `done` with the whole answer, or `error` with a problem; such an answer cannot be repeated, so it takes no Idempotency-Key.',
      roles: agents,
      limit: 'ai_query',
      mayStream: true,
      body: Query,
      response: { 200: QueryAnswer },
    },
    async (ctx, { body, headers, path, request_id }) => {
      if (body.stream && headers['idempotency-key'] !== undefined)
        throw invalidField(
          'Idempotency-Key',
          'conflict',
          'A streamed answer cannot be repeated: send no Idempotency-Key',
        )
      const prepared = await service.prepare(ctx, body, bypassesCache(headers))
      if (!body.stream) {
        const answered = await service.answer(ctx, copilot, prepared)
        return async (ctx) => {
          await service.remember(ctx, answered)
          return answered.body
        }
      }
      const stream = streamAnswer(ctx, {
        instance: path,
        request_id,
        answer: async (tell, signal) => {
          const answered = await service.answer(ctx, copilot, prepared, { tell, signal })
          await service.remember(ctx, answered)
          return answered.body
        },
      })
      return async () =>
        new Reply(200, stream, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    },
  )
}
