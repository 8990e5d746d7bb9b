import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { paramsIn } from '../../../http/path-params.ts'
import { Reply } from '../../../http/reply.ts'
import { managers } from '../../../kernel/actor.ts'
import { eventTypes } from '../../../kernel/event-types.ts'
import { day } from '../../../kernel/durations.ts'
import {
  CommaList,
  Enum,
  Named,
  NamedBody,
  NamedObject,
  OneEventType,
  Query,
  Timestamp,
  extend,
} from '../../../kernel/schema.ts'
import { Accepted } from '../../bulk/model.ts'
import { find as findWebhook, type Sender } from '../outbound/service.ts'
import { healthOfAll, OutboundHealth, overTime, HealthSpan } from './health.ts'
import { Delivery, DeliveryInFull, Stats, statuses } from './model.ts'
import * as deliveries from './service.ts'
import * as store from './store.ts'

const tag = 'Outbound webhooks'
const roles = managers
const OverTime = Type.Array(HealthSpan, { description: 'The same time in 24 equal parts, the oldest first' })

export function mountDeliveries(api: Api, sender: Sender): void {
  api.get(
    '/webhooks/outbound/health',
    {
      tag,
      summary: 'Delivery health of every outbound webhook in the last 24 hours',
      roles,
      response: {
        200: NamedObject('OutboundHealthReport', { since: Timestamp, data: Type.Array(OutboundHealth) }),
      },
    },
    async (ctx) => {
      const since = new Date(ctx.now.getTime() - day)
      return { since, data: await healthOfAll(ctx.db, since) }
    },
  )

  api.list(
    '/webhooks/outbound/:id/deliveries',
    {
      tag,
      summary: 'List deliveries, newest first',
      roles,
      item: Delivery,
      filters: { status: Type.Optional(CommaList(statuses)), event: Type.Optional(CommaList(eventTypes)) },
      sorts: ['created_at'],
      order: 'desc',
    },
    async (ctx, { params: { id }, query }, request) => {
      await findWebhook(ctx, id)
      return store.list(ctx.db, id, query, request)
    },
  )

  api.get(
    '/webhooks/outbound/:id/stats',
    {
      tag,
      summary: 'Success rate, latency and last failure',
      roles,
      query: Query({ since: Type.Optional(Timestamp) }),
      response: {
        200: Named('DeliveryStatistics', extend(Stats, { since: Timestamp, over_time: OverTime })),
      },
    },
    async (ctx, { params, query }) => {
      await findWebhook(ctx, params.id)
      const since = query.since ? new Date(query.since) : new Date(ctx.now.getTime() - day)
      return {
        since,
        ...(await store.stats(ctx.db, params.id, since)),
        over_time: await overTime(ctx.db, params.id, since, ctx.now),
      }
    },
  )

  api.postAfterWaiting(
    '/webhooks/outbound/:id/test',
    {
      tag,
      summary: 'Send a sample now and return the response of the receiver',
      roles,
      query: Query({ event: Type.Optional(OneEventType) }),
      response: { 200: DeliveryInFull },
    },
    (ctx, { params, query }) => deliveries.test(ctx, sender, params.id, query.event),
  )

  api.post(
    '/webhooks/outbound/:id/replay',
    {
      tag,
      summary: 'Replay all deliveries of a range, as a job',
      description: 'Failed ones, unless `status` is given. Each becomes a new delivery.',
      roles,
      exempt: 'bulk',
      body: NamedBody('ReplayDeliveries', {
        since: Type.Optional(Timestamp),
        until: Type.Optional(Timestamp),
        status: Type.Optional(Enum(statuses)),
      }),
      response: { 202: Accepted },
    },
    async (ctx, { params, body }) => {
      const accepted = await deliveries.replayRange(ctx, params.id, body)
      return new Reply(202, accepted, { location: accepted.status_url })
    },
  )

  mountOne(api, '/webhooks/outbound/:id/deliveries/:delivery_id')
  mountOne(api, '/webhooks/outbound/deliveries/:delivery_id')
}

/** A delivery is found under its webhook, or by its id alone. */
function mountOne(api: Api, url: string): void {
  const params = Type.Unsafe<{ id?: string; delivery_id: string }>(paramsIn(url)!)
  api.get(
    url,
    {
      tag,
      summary: 'One delivery with its request and every attempt',
      roles,
      params,
      response: { 200: DeliveryInFull },
    },
    (ctx, { params }) => deliveries.show(ctx, params.delivery_id, params.id),
  )

  api.post(
    `${url}/replay`,
    { tag, summary: 'Replay one delivery', roles, params, response: { 202: DeliveryInFull } },
    async (ctx, { params, path }) => {
      const delivery = await deliveries.replay(ctx, params.delivery_id, params.id)
      return new Reply(202, delivery, { location: path.replace(/[^/]+\/replay$/, delivery.id) })
    },
  )
}
