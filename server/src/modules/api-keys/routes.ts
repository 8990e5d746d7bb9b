import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { admins, everyone } from '../../kernel/actor.ts'
import { extend, SingleLine, Named } from '../../kernel/schema.ts'
import { ApiKey, ApiKeyWithSecret, CreateApiKey, OwnedApiKey } from './model.ts'
import * as apiKeys from './service.ts'
import * as store from './store.ts'

const tag = 'Profile'
const newestFirst = { sorts: ['created_at', 'name'], order: 'desc' } as const

const RevokedApiKey = Named('RevokedApiKey', extend(OwnedApiKey, { revoked: Type.Literal(true) }))

export function mountApiKeys(api: Api): void {
  api.list(
    '/profile/api-keys',
    { tag, summary: 'List your API keys', roles: everyone, item: ApiKey, ...newestFirst },
    (ctx, _, request) => store.list(ctx.db, ctx.actor.id, ctx.config.api_key_max_days, request),
  )

  api.post(
    '/profile/api-keys',
    {
      tag,
      summary: 'Create an API key',
      description:
        'Exchange it at /oauth2/token for a token of 15 minutes; its roles are a subset of yours. It expires after API_KEY_MAX_DAYS at the latest.',
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

  api.get(
    '/profile/api-keys/:id',
    {
      tag,
      summary: 'Get one of your API keys',
      roles: everyone,
      response: { 200: ApiKey },
    },
    (ctx, { params }) => apiKeys.getOwn(ctx, params.id),
  )

  api.delete(
    '/profile/api-keys/:id',
    {
      tag,
      summary: 'Revoke an API key',
      description: 'A token from an API key can revoke only the key that it came from.',
      roles: everyone,
      recentSignIn: true,
      response: { 200: RevokedApiKey },
    },
    async (ctx, { params }) => ({ ...(await apiKeys.revokeOwn(ctx, params.id)), revoked: true }),
  )

  mountAllKeys(api)
}

function mountAllKeys(api: Api): void {
  api.list(
    '/api-keys',
    {
      tag: 'API keys',
      summary: 'List all API keys',
      roles: admins,
      item: OwnedApiKey,
      filters: {
        owner: Type.Optional(SingleLine(255, 'E-mail address or id of the owner')),
        active: Type.Optional(Type.Boolean({ description: 'Neither revoked nor expired' })),
      },
      ...newestFirst,
    },
    (ctx, { query }, request) => store.listAll(ctx.db, query, ctx.config.api_key_max_days, request),
  )

  api.delete(
    '/api-keys/:id',
    {
      tag: 'API keys',
      summary: 'Revoke any API key',
      description: 'Its tokens end with it.',
      roles: admins,
      recentSignIn: true,
      response: { 200: RevokedApiKey },
    },
    async (ctx, { params }) => ({ ...(await apiKeys.revoke(ctx, params.id)), revoked: true }),
  )
}
