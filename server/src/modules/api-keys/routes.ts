import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { Reply } from '../../http/reply.ts'
import { everyone } from '../../kernel/actor.ts'
import { ApiKey, ApiKeyWithSecret, CreateApiKey } from './model.ts'
import * as apiKeys from './service.ts'
import * as store from './store.ts'

const tag = 'Profile'
const query = ListQuery({}, ['created_at', 'name'])

export function mountApiKeys(api: Api, openList: OpenList): void {
  api.get(
    '/profile/api-keys',
    { tag, summary: 'List your API keys', roles: everyone, query, response: { 200: ListOf(ApiKey) } },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'created_at', order: 'desc' })
      return list.reply(await store.list(ctx.db, ctx.actor.id, list.request))
    },
  )

  api.post(
    '/profile/api-keys',
    {
      tag,
      summary: 'Create an API key',
      description: 'Exchange it at /oauth2/token for a token of 15 minutes; its roles are a subset of yours.',
      roles: everyone,
      recentSignIn: true,
      body: CreateApiKey,
      response: { 201: ApiKeyWithSecret },
    },
    async (ctx, { body, path }) => {
      const key = await apiKeys.create(ctx, body)
      return new Reply(201, key, { location: `${path}/${key.id}` })
    },
  )

  api.delete(
    '/profile/api-keys/:id',
    {
      tag,
      summary: 'Revoke an API key',
      roles: everyone,
      recentSignIn: true,
      params: Type.Object({ id: Type.String() }),
      response: { 200: ApiKey },
    },
    (ctx, { params }) => apiKeys.revoke(ctx, params.id),
  )
}
