import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { Reply } from '../../http/reply.ts'
import { admins } from '../../kernel/actor.ts'
import { etagOf } from '../../kernel/etag.ts'
import { notFound } from '../../kernel/errors.ts'
import { extend, Named } from '../../kernel/schema.ts'
import { Client, ClientWithSecret, CreateClient, UpdateClient } from './model.ts'
import * as clients from './service.ts'
import * as store from './store.ts'

const tag = 'Clients'
const params = Type.Object({ id: Type.String() })
const query = ListQuery({}, ['created_at', 'name'])

export function mountClients(api: Api, openList: OpenList): void {
  api.get(
    '/clients',
    { tag, summary: 'List service accounts', roles: admins, query, response: { 200: ListOf(Client) } },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'created_at', order: 'desc' })
      return list.reply(await store.list(ctx.db, list.request))
    },
  )

  api.post(
    '/clients',
    {
      tag,
      summary: 'Create a service account',
      roles: admins,
      recentSignIn: true,
      body: CreateClient,
      response: { 201: ClientWithSecret },
    },
    async (ctx, { body, path }) => {
      const client = await clients.create(ctx, body)
      return new Reply(201, client, { location: `${path}/${client.id}`, etag: etagOf(client.version) })
    },
  )

  api.get(
    '/clients/:id',
    { tag, summary: 'Get one service account', roles: admins, params, response: { 200: Client } },
    async (ctx, { params }) => {
      const client = await store.find(ctx.db, params.id)
      if (!client) throw notFound(`Client ${params.id}`)
      return new Reply(200, client, { etag: etagOf(client.version) })
    },
  )

  api.patch(
    '/clients/:id',
    {
      tag,
      summary: 'Update a service account',
      description: 'New roles and deactivation end every token of the client.',
      roles: admins,
      recentSignIn: true,
      params,
      body: UpdateClient,
      response: { 200: Client },
    },
    async (ctx, { params, body, headers }) => {
      const client = await clients.update(ctx, params.id, body, headers['if-match'])
      return new Reply(200, client, { etag: etagOf(client.version) })
    },
  )

  api.post(
    '/clients/:id/rotate-secret',
    {
      tag,
      summary: 'Replace the secret',
      roles: admins,
      recentSignIn: true,
      params,
      response: { 200: ClientWithSecret },
    },
    (ctx, { params }) => clients.rotateSecret(ctx, params.id),
  )

  api.delete(
    '/clients/:id',
    {
      tag,
      summary: 'Delete a service account',
      roles: admins,
      recentSignIn: true,
      params,
      response: { 200: Named('DeletedClient', extend(Client, { deleted: Type.Literal(true) })) },
    },
    (ctx, { params }) => clients.remove(ctx, params.id),
  )
}
