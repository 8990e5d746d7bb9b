import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../../http/list.ts'
import { editors, everyone } from '../../../kernel/actor.ts'
import { IdParams } from '../../../kernel/schema.ts'
import { missing } from '../../records/service.ts'
import { hasOpenPast, noun } from '../service.ts'
import { CastVote, CountedVote, Vote } from './model.ts'
import * as votes from './service.ts'
import { list } from './store.ts'

const tag = 'Knowledge'
const path = '/knowledge/articles/:id/votes'

export function mountVotes(api: Api, openList: OpenList): void {
  api.post(
    path,
    {
      tag,
      summary: 'Rate an article as helpful or not',
      description: 'Each user has one vote: a second one replaces the first. It creates no new version.',
      roles: everyone,
      params: IdParams,
      body: CastVote,
      response: { 200: CountedVote },
    },
    (ctx, { params, body }) => votes.cast(ctx, params.id, body),
  )

  api.get(
    path,
    {
      tag,
      summary: 'List the votes on an article, with their comments',
      roles: editors,
      params: IdParams,
      query: ListQuery({ helpful: Type.Optional(Type.Boolean()) }, ['at']),
      response: { 200: ListOf(Vote) },
    },
    async (ctx, input) => {
      const { id } = input.params
      if (!(await hasOpenPast(ctx, id))) throw missing(noun, id)
      const opened = openList(ctx.actor, input, { sort: 'at', order: 'desc' })
      return opened.reply(await list(ctx.db, id, input.query.helpful, opened.request))
    },
  )
}
