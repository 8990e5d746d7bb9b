import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { wholeList, WholeListOf } from '../../../http/list.ts'
import { managers } from '../../../kernel/actor.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { CommaList, NamedObject } from '../../../kernel/schema.ts'
import { createdReply } from '../../records/administered/mount.ts'
import { mountWebhooks } from '../webhook/mount.ts'
import { CreateInbound, InboundEvent, InboundWebhook, outcomes, present, UpdateInbound } from './model.ts'
import { bytesOf, payloadIn, payloadLimit } from './payload.ts'
import { presets } from './presets.ts'
import type { CallLog } from './calls.ts'
import { DryRun, dryRun, Preview, preview } from './dry-run.ts'
import { healthOfAll, InboundHealth } from './health.ts'
import * as inbound from './service.ts'
import * as store from './store.ts'

const tag = 'Inbound webhooks'
const roles = managers
const path = '/webhooks/inbound'

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

export function mountInbound(api: Api, keys: Keys, calls: CallLog): void {
  mountWebhooks(api, {
    tag,
    path,
    name: 'inbound webhook',
    schemas: { one: InboundWebhook, update: UpdateInbound },
    filters: {},
    list: async ({ db, config }, _filters, request) => {
      const page = await store.list(db, request)
      return { ...page, rows: page.rows.map((row) => present(row, config.base_url)) }
    },
    get: inbound.get,
    update: (ctx, id, body, ifMatch) => inbound.update(ctx, keys, id, body, ifMatch),
    remove: inbound.remove,
    rotate: {
      description: 'For 24 hours calls that are signed with the old one are accepted too.',
      rotateSecret: (ctx, id, ifMatch) => inbound.rotateSecret(ctx, keys, id, ifMatch),
    },
  })

  api.post(
    path,
    {
      tag,
      summary: 'Create an inbound webhook',
      description: 'The secret is shown only in this response. A preset fills in mapping and filters.',
      roles,
      body: CreateInbound,
      response: { 201: InboundWebhook },
    },
    async (ctx, { body, path }) => createdReply(await inbound.create(ctx, keys, body), path),
  )

  api.get(
    '/webhooks/inbound/presets',
    {
      tag,
      summary: 'List presets: tools with a predefined mapping, and samples',
      roles,
      response: { 200: WholeListOf(Preset) },
    },
    async () => wholeList(Object.values(presets)),
  )

  api.get(
    '/webhooks/inbound/health',
    {
      tag,
      summary: 'Health of every inbound webhook, from its last calls',
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
      summary: 'Preview the result of a payload under rules that are not saved yet',
      roles,
      body: Preview,
      response: { 200: DryRun },
    },
    async (_ctx, { body }) => preview(body),
  )

  api.post(
    '/webhooks/inbound/:id/test',
    {
      tag,
      summary: 'Preview the result of a payload',
      description: 'The body is the payload; without one, the sample of the preset is used.',
      roles,
      takes: ['application/json'],
      bodyLimit: payloadLimit,
      response: { 200: DryRun },
    },
    (ctx, { params, headers, body }) => {
      const bytes = bytesOf(body)
      return dryRun(ctx, params.id, bytes.length > 0 ? payloadIn(bytes, headers) : undefined)
    },
  )

  api.list(
    '/webhooks/inbound/:id/events',
    {
      tag,
      summary: 'List the last calls and their results, newest first',
      roles,
      item: InboundEvent,
      filters: { status: Type.Optional(CommaList(outcomes)) },
      sorts: ['received_at'],
      order: 'desc',
    },
    async (ctx, { params, query: { status } }, request) => {
      const { id } = await inbound.find(ctx, params.id)
      await calls.flush()
      return store.listCalls(ctx.db, id, status, request)
    },
  )
}
