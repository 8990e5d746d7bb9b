import { expect } from 'vitest'
import type { Delivery, DeliveryDetails, OutboundWebhook } from '../../console/src/api/schema.d.ts'
import type { EventType } from '../src/kernel/event-types.ts'
import type { Status } from '../src/modules/webhooks/deliveries/model.ts'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { expectOk, type ListPage } from './incidents.ts'

/** As the API returns them. */
export type Webhook = OutboundWebhook
export type DeliveryInFull = DeliveryDetails

export interface DeliveryBody {
  event: EventType
  timestamp: string
  service_instance: string
  data: Record<string, unknown>
}
export const deliveryBodyIn = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as DeliveryBody

interface CallOptions {
  as?: string
  headers?: Record<string, string>
}

/** Resolves every name to a public address, so that no test queries real DNS. */
export const publicName = { resolve: () => Promise.resolve(['93.184.215.14']) }

/**
 * Outbound webhooks and their deliveries through HTTP. By default new ones send to `url` with the longest
 * time-out, so that a slow machine does not look like a hanging receiver.
 */
export function driveOutbound(app: TestApp, url?: string) {
  const root = '/webhooks/outbound'
  const defaults = {
    name: 'Pager',
    events: ['incident.created'],
    ...(url === undefined ? { url: 'https://hooks.example.com/in' } : { url, timeout_seconds: 30 }),
  }
  const ask = (body: unknown, options: CallOptions = {}) => app.call('POST', root, { body, ...options })
  const read = (id: string, options: CallOptions = {}) => app.call('GET', `${root}/${id}`, options)
  const patch = (id: string, body: unknown, options: CallOptions = {}) =>
    app.call('PATCH', `${root}/${id}`, { body, ...options })
  const remove = (id: string, options: CallOptions = {}) => app.call('DELETE', `${root}/${id}`, options)
  const rotate = (id: string, options: CallOptions = {}) =>
    app.call('POST', `${root}/${id}/rotate-secret`, options)

  return {
    defaults,
    ask,
    read,
    patch,
    remove,
    rotate,
    create: async (body: object = {}, options: CallOptions = {}): Promise<Webhook> =>
      expectOk(await ask({ ...defaults, ...body }, options), 201),
    get: async (id: string): Promise<Webhook> => expectOk(await read(id), 200),
    change: async (id: string, body: object): Promise<Webhook> => expectOk(await patch(id, body), 200),
    list: async (query: Record<string, string> = {}): Promise<ListPage<Webhook>> =>
      expectOk(await app.call('GET', root, { query }), 200),
    ...driveDeliveries(app, root),
    /** Everything that a call about webhooks could have written: equal before and after means that nothing happened. */
    everything: () =>
      app.query(`select (select md5(string_agg((to_jsonb(w) - '{alerted_at,unalerted_failures}'::text[])::text, ''
          order by id)) from outbound_webhooks w) as webhooks,
        (select count(*) from deliveries) as deliveries, (select count(*) from delivery_queue) as queued,
        (select count(*) from audit_entries where subject_type = 'outbound_webhook') as audited,
        (select count(*) from idempotency_keys) as keys, (select count(*) from bulk_jobs) as jobs`),
  }
}

export type Outbound = ReturnType<typeof driveOutbound>

function driveDeliveries(app: TestApp, root: string) {
  const deliveries = async (id: string, query: Record<string, string> = {}): Promise<ListPage<Delivery>> =>
    expectOk(await app.call('GET', `${root}/${id}/deliveries`, { query: { limit: '200', ...query } }), 200)
  const delivery = async (id: string): Promise<DeliveryInFull> =>
    expectOk(await app.call('GET', `${root}/deliveries/${id}`), 200)
  return {
    deliveries,
    delivery,
    /** Waits until a webhook has `count` deliveries, all of them in one of these states; oldest first. */
    reached: async (id: string, count: number, ...states: Status[]): Promise<DeliveryInFull[]> => {
      await eventually(async () => {
        const { data, total } = await deliveries(id, { order: 'asc' })
        expect([data.length, total]).toEqual([Math.min(count, 200), count]) // both, because they are read one after the other
        for (const { status } of data) expect(states).toContain(status)
        return true
      })
      const { data } = await deliveries(id, { order: 'asc' })
      return Promise.all(data.map((item) => delivery(item.id)))
    },
    /** The only delivery of a webhook, once it has this many attempts and waits or has ended. */
    afterAttempt: async (webhook_id: string, count: number): Promise<DeliveryInFull> => {
      const found = await eventually(async () => {
        const { data } = await deliveries(webhook_id)
        expect(data).toHaveLength(1)
        return data[0]!.attempt_count === count && data[0]
      })
      return delivery((found as Delivery).id)
    },
    /** Waits until all events are dispatched and every delivery has ended. */
    settled: (withinSeconds?: number) =>
      eventually(async () => {
        const [left] = await app.query<{ n: number }>(
          'select (select count(*) from outbox) + (select count(*) from delivery_queue) as n',
        )
        return left!.n === 0
      }, withinSeconds),
    /** Makes all waiting deliveries due now, instead of waiting. */
    makeDue: (id: string) =>
      app.query(`update delivery_queue set run_at = now() where run_at > now() and webhook_id = '${id}'`),
  }
}
