import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { managers } from '../../../kernel/actor.ts'
import { OneEventType } from '../../../kernel/schema.ts'
import { createdReply } from '../../records/administered/mount.ts'
import { mountWebhooks } from '../webhook/mount.ts'
import { CreateOutbound, OutboundWebhook, present, UpdateOutbound } from './model.ts'
import * as outbound from './service.ts'
import * as store from './store.ts'

const tag = 'Outbound webhooks'
const path = '/webhooks/outbound'

export function mountOutbound(api: Api, { keys, egress }: outbound.Sender): void {
  mountWebhooks(api, {
    tag,
    path,
    name: 'outbound webhook',
    schemas: { one: OutboundWebhook, update: UpdateOutbound },
    descriptions: {
      update:
        'The update applies to the next attempt of every delivery. A url of another origin needs the header values again.',
      remove: 'Deliveries that are still pending fail.',
    },
    filters: { active: Type.Optional(Type.Boolean()), event: Type.Optional(OneEventType) },
    list: async ({ db }, filters, request) => {
      const page = await store.list(db, filters, request)
      return { ...page, rows: page.rows.map((row) => present(row)) }
    },
    get: outbound.get,
    update: async (ctx, id, body, ifMatch) => {
      if (body.url !== undefined) await egress.checkUrl(body.url)
      return outbound.update(ctx, keys, id, body, ifMatch)
    },
    remove: async (ctx, id, ifMatch) => {
      const webhook = await outbound.remove(ctx, id, ifMatch)
      egress.forget(id)
      return webhook
    },
    rotate: {
      description: 'For 24 hours deliveries are signed with the old one too.',
      rotateSecret: (ctx, id, ifMatch) => outbound.rotateSecret(ctx, keys, id, ifMatch),
    },
  })

  api.postAfterWaiting(
    path,
    {
      tag,
      summary: 'Create an outbound webhook',
      description: 'The secret and the values of headers are shown only in this response.',
      roles: managers,
      body: CreateOutbound,
      response: { 201: OutboundWebhook },
    },
    async (_ctx, { body, path }) => {
      await egress.checkUrl(body.url)
      return async (ctx) => createdReply(await outbound.create(ctx, keys, body), path)
    },
  )
}
