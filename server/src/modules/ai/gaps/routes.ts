import type { Api } from '../../../http/api.ts'
import { agents, editors } from '../../../kernel/actor.ts'
import { Gap } from './model.ts'
import * as gaps from './service.ts'
import { list } from './store.ts'

const tag = 'Knowledge'

export function mountGaps(api: Api): void {
  api.list(
    '/knowledge/gaps',
    {
      tag,
      summary: 'List the questions that the knowledge base did not cover',
      description:
        'Most frequent first. A question is removed when it is asked again and an article covers it.',
      roles: [...new Set([...agents, ...editors])],
      item: Gap,
      sorts: ['times', 'last_asked_at'],
      order: 'desc',
    },
    (ctx, _, request) => list(ctx.db, request),
  )

  api.delete(
    '/knowledge/gaps/:id',
    {
      tag,
      summary: 'Dismiss a question that needs no article',
      roles: editors,
      response: { 200: Gap },
    },
    (ctx, { params }) => gaps.dismiss(ctx, params.id),
  )
}
