import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { editors, everyone } from '../../../kernel/actor.ts'
import { missing } from '../../records/service.ts'
import { hasOpenPast, noun } from '../service.ts'
import { CastVote, CountedVote, Vote } from './model.ts'
import * as votes from './service.ts'
import { list } from './store.ts'

const tag = 'Knowledge'
const path = '/knowledge/articles/:id/votes'

export function mountVotes(api: Api): void {
  api.post(
    path,
    {
      tag,
      summary: 'Rate an article as helpful or not',
      description: 'Each user has one vote: a second one replaces the first. It creates no new version.',
      roles: everyone,
      body: CastVote,
      response: { 200: CountedVote },
    },
    (ctx, { params, body }) => votes.cast(ctx, params.id, body),
  )

  api.list(
    path,
    {
      tag,
      summary: 'List the votes on an article, with their comments',
      roles: editors,
      item: Vote,
      filters: { helpful: Type.Optional(Type.Boolean()) },
      sorts: ['at'],
      order: 'desc',
    },
    async (ctx, { params: { id }, query: { helpful } }, request) => {
      if (!(await hasOpenPast(ctx, id))) throw missing(noun, id)
      return list(ctx.db, id, helpful, request)
    },
  )
}
