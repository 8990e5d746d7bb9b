import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { admins } from '../../kernel/actor.ts'
import { extend, Named } from '../../kernel/schema.ts'
import { createdReply, mountAdministered, taggedReply } from '../records/administered/mount.ts'
import { Client, ClientWithSecret, CreateClient, UpdateClient } from './model.ts'
import * as clients from './service.ts'
import * as store from './store.ts'

const tag = 'Clients'
const access = { roles: admins, recentSignIn: true } as const

export function mountClients(api: Api): void {
  mountAdministered(api, {
    tag,
    path: '/clients',
    name: 'service account',
    access,
    schemas: {
      one: Client,
      update: UpdateClient,
      deleted: Named('DeletedClient', extend(Client, { deleted: Type.Literal(true) })),
    },
    descriptions: {
      update:
        'New roles and deactivation end every token issued to the client, also those of people who signed in through it.',
    },
    filters: {},
    sorts: ['created_at', 'name'],
    list: ({ db }, _filters, request) => store.list(db, request),
    get: clients.get,
    update: clients.update,
    remove: clients.remove,
  })

  api.post(
    '/clients',
    {
      tag,
      ...access,
      summary: 'Create a service account',
      body: CreateClient,
      response: { 201: ClientWithSecret },
    },
    async (ctx, { body, path }) => createdReply(await clients.create(ctx, body), path),
  )

  api.post(
    '/clients/:id/rotate-secret',
    {
      tag,
      ...access,
      summary: 'Replace the secret',
      response: { 200: ClientWithSecret },
    },
    async (ctx, { params, headers }) =>
      taggedReply(await clients.rotateSecret(ctx, params.id, headers['if-match'])),
  )
}
