import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../../http/list.ts'
import { Reply } from '../../../http/reply.ts'
import { managers } from '../../../kernel/actor.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { etagOf } from '../../../kernel/etag.ts'
import { notFound } from '../../../kernel/errors.ts'
import { Enum, NamedObject } from '../../../kernel/schema.ts'
import { CreateInbound, InboundEvent, InboundWebhook, outcomes, shown, UpdateInbound } from './model.ts'
import { bytesOf, payloadIn, payloadLimit } from './payload.ts'
import { presets } from './presets.ts'
import type { CallLog } from './calls.ts'
import { DryRun, dryRun, Preview, preview } from './dry-run.ts'
import { healthOfAll, InboundHealth } from './health.ts'
import type { KnownInbound } from './known.ts'
import * as inbound from './service.ts'
import * as store from './store.ts'

const tag = 'Inbound webhooks'
const roles = managers
const params = Type.Object({ id: Type.String() })

const tagged = (webhook: { version: number }) => new Reply(200, webhook, { etag: etagOf(webhook.version) })

const Preset = NamedObject('InboundPreset', {
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  setup: Type.Optional(Type.String({ description: 'A text to paste into the tool' })),
  field_mapping: InboundWebhook.properties.field_mapping,
  filters: InboundWebhook.properties.filters,
  resolve_when: InboundWebhook.properties.resolve_when,
  sample: Type.Unknown(),
  resolving_sample: Type.Unknown(),
})

export function mountInbound(
  api: Api,
  openList: OpenList,
  keys: Keys,
  { known, calls }: { known: KnownInbound; calls: CallLog },
): void {
  api.get(
    '/webhooks/inbound',
    {
      tag,
      summary: 'List inbound webhooks',
      roles,
      query: ListQuery({}, ['created_at', 'name']),
      response: { 200: ListOf(InboundWebhook) },
    },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'created_at', order: 'desc' })
      const page = await store.list(ctx.db, list.request)
      return list.reply({ ...page, rows: page.rows.map((row) => shown(row, ctx.config.base_url)) })
    },
  )

  api.post(
    '/webhooks/inbound',
    {
      tag,
      summary: 'Create an inbound webhook',
      description: 'The secret is shown only in this answer. A preset fills in mapping and filters.',
      roles,
      body: CreateInbound,
      response: { 201: InboundWebhook },
    },
    async (ctx, { body, path }) => {
      const webhook = await inbound.create(ctx, keys, body)
      return new Reply(201, webhook, { location: `${path}/${webhook.id}`, etag: etagOf(webhook.version) })
    },
  )

  api.get(
    '/webhooks/inbound/presets',
    {
      tag,
      summary: 'Tools whose events are understood, with samples',
      roles,
      response: { 200: NamedObject('InboundPresetList', { data: Type.Array(Preset) }) },
    },
    async () => ({ data: Object.values(presets) }),
  )

  api.get(
    '/webhooks/inbound/health',
    {
      tag,
      summary: 'How the last calls of every inbound webhook went',
      roles,
      response: { 200: NamedObject('InboundHealthReport', { data: Type.Array(InboundHealth) }) },
    },
    async (ctx) => {
      await calls.flush()
      return { data: await healthOfAll(ctx.db) }
    },
  )

  api.post(
    '/webhooks/inbound/preview',
    {
      tag,
      summary: 'Say what a payload would lead to under rules that are not kept yet, and do nothing',
      roles,
      body: Preview,
      response: { 200: DryRun },
    },
    async (_ctx, { body }) => preview(body),
  )

  api.get(
    '/webhooks/inbound/:id',
    { tag, summary: 'Get one inbound webhook', roles, params, response: { 200: InboundWebhook } },
    async (ctx, { params }) => {
      const webhook = await store.find(ctx.db, params.id)
      if (!webhook) throw notFound(`Inbound webhook ${params.id}`)
      return tagged(shown(webhook, ctx.config.base_url))
    },
  )

  api.patch(
    '/webhooks/inbound/:id',
    {
      tag,
      summary: 'Update an inbound webhook',
      roles,
      params,
      body: UpdateInbound,
      response: { 200: InboundWebhook },
    },
    async (ctx, { params, body, headers }) => {
      const webhook = await inbound.update(ctx, keys, params.id, body, headers['if-match'])
      known.forget(params.id)
      return tagged(webhook)
    },
  )

  api.post(
    '/webhooks/inbound/:id/rotate-secret',
    {
      tag,
      summary: 'Replace the secret',
      description: 'For 24 hours calls that are signed with the old one are taken too.',
      roles,
      params,
      response: { 200: InboundWebhook },
    },
    async (ctx, { params }) => {
      const webhook = await inbound.rotateSecret(ctx, keys, params.id)
      known.forget(params.id)
      return tagged(webhook)
    },
  )

  api.delete(
    '/webhooks/inbound/:id',
    { tag, summary: 'Delete an inbound webhook', roles, params, response: { 200: InboundWebhook } },
    async (ctx, { params, headers }) => {
      const webhook = await inbound.remove(ctx, params.id, headers['if-match'])
      known.forget(params.id)
      return webhook
    },
  )

  api.post(
    '/webhooks/inbound/:id/test',
    {
      tag,
      summary: 'Say what a payload would lead to, and do nothing',
      description: 'The body is the payload; without one, the sample of the preset is taken.',
      roles,
      takes: 'raw',
      bodyLimit: payloadLimit,
      params,
      response: { 200: DryRun },
    },
    (ctx, { params, headers, body }) => {
      const bytes = bytesOf(body)
      return dryRun(ctx, params.id, bytes.length > 0 ? payloadIn(bytes, headers) : undefined)
    },
  )

  api.get(
    '/webhooks/inbound/:id/events',
    {
      tag,
      summary: 'The last calls and what became of them, newest first',
      roles,
      params,
      query: ListQuery({ status: Type.Optional(Enum(outcomes)) }, ['received_at']),
      response: { 200: ListOf(InboundEvent) },
    },
    async (ctx, input) => {
      const { id } = input.params
      if (!(await store.find(ctx.db, id))) throw notFound(`Inbound webhook ${id}`)
      await calls.flush()
      const list = openList(ctx.actor, input, { sort: 'received_at', order: 'desc' })
      return list.reply(await store.listCalls(ctx.db, id, input.query.status, list.request))
    },
  )
}
