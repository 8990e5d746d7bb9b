import { Type } from 'typebox'
import type { Api, Rest } from '../../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../../http/list.ts'
import { Reply } from '../../../http/reply.ts'
import { managers } from '../../../kernel/actor.ts'
import { etagOf } from '../../../kernel/etag.ts'
import { notFound } from '../../../kernel/errors.ts'
import { eventTypes } from '../../../kernel/event-types.ts'
import { Enum } from '../../../kernel/schema.ts'
import type { Sender } from '../deliveries/attempt.ts'
import { CreateOutbound, OutboundWebhook, shown, UpdateOutbound } from './model.ts'
import * as outbound from './service.ts'
import * as store from './store.ts'

const tag = 'Outbound webhooks'
const roles = managers
const params = Type.Object({ id: Type.String() })

const tagged = (webhook: { version: number }) => new Reply(200, webhook, { etag: etagOf(webhook.version) })

export function mountOutbound(api: Api, openList: OpenList, { keys, egress }: Sender): void {
  api.get(
    '/webhooks/outbound',
    {
      tag,
      summary: 'List outbound webhooks',
      roles,
      query: ListQuery({ active: Type.Optional(Type.Boolean()), event: Type.Optional(Enum(eventTypes)) }, [
        'created_at',
        'name',
      ]),
      response: { 200: ListOf(OutboundWebhook) },
    },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'created_at', order: 'desc' })
      const page = await store.list(ctx.db, input.query, list.request)
      return list.reply({ ...page, rows: page.rows.map((row) => shown(row)) })
    },
  )

  api.post(
    '/webhooks/outbound',
    {
      tag,
      summary: 'Create an outbound webhook',
      description: 'The secret and the values of headers are shown only in this answer.',
      roles,
      waits: true,
      body: CreateOutbound,
      response: { 201: OutboundWebhook },
    },
    async (_ctx, { body, path }) => {
      await egress.checkUrl(body.url)
      const rest: Rest = async (ctx) => {
        const webhook = await outbound.create(ctx, keys, body)
        const location = `${path}/${webhook.id}`
        return new Reply(201, webhook, { location, etag: etagOf(webhook.version) })
      }
      return rest
    },
  )

  api.get(
    '/webhooks/outbound/:id',
    { tag, summary: 'Get one outbound webhook', roles, params, response: { 200: OutboundWebhook } },
    async (ctx, { params }) => {
      const webhook = await store.find(ctx.db, params.id)
      if (!webhook) throw notFound(`Outbound webhook ${params.id}`)
      return tagged(shown(webhook))
    },
  )

  api.patch(
    '/webhooks/outbound/:id',
    {
      tag,
      summary: 'Update an outbound webhook',
      description:
        'The next attempt of every delivery obeys the change. A url of another origin needs the values of headers again.',
      roles,
      params,
      body: UpdateOutbound,
      response: { 200: OutboundWebhook },
    },
    async (ctx, { params, body, headers }) => {
      if (body.url !== undefined) await egress.checkUrl(body.url)
      return tagged(await outbound.update(ctx, keys, params.id, body, headers['if-match']))
    },
  )

  api.post(
    '/webhooks/outbound/:id/rotate-secret',
    {
      tag,
      summary: 'Replace the secret',
      description: 'For 24 hours deliveries are signed with the old one too.',
      roles,
      params,
      response: { 200: OutboundWebhook },
    },
    async (ctx, { params }) => tagged(await outbound.rotateSecret(ctx, keys, params.id)),
  )

  api.delete(
    '/webhooks/outbound/:id',
    {
      tag,
      summary: 'Delete an outbound webhook',
      description: 'Deliveries that are not through end as failed.',
      roles,
      params,
      response: { 200: OutboundWebhook },
    },
    async (ctx, { params, headers }) => {
      const webhook = await outbound.remove(ctx, params.id, headers['if-match'])
      egress.forget(params.id)
      return webhook
    },
  )
}
