import { createHmac } from 'node:crypto'
import type { InboundAnswer, InboundEvent, InboundWebhook } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { expectOk, type ListPage, unsuggested } from './incidents.ts'
import { recordedEvents } from './recorded-events.ts'

/** As the API returns them. */
export type { InboundWebhook }
type Call = InboundEvent
export type Answer = InboundAnswer

interface CallOptions {
  as?: string
  headers?: Record<string, string>
}

const root = '/webhooks/inbound'
const defaults = { name: 'Monitoring', field_mapping: { short_description: '{{ title }}' } }

/** Inbound webhooks through HTTP: as a manager who configures them, and as the system that sends. */
export function driveInbound(app: TestApp) {
  const ask = (body: unknown, options: CallOptions = {}) => app.call('POST', root, { body, ...options })
  const read = (id: string, options: CallOptions = {}) => app.call('GET', `${root}/${id}`, options)
  const patch = (id: string, body: unknown, options: CallOptions = {}) =>
    app.call('PATCH', `${root}/${id}`, { body, ...options })
  const remove = (id: string, options: CallOptions = {}) => app.call('DELETE', `${root}/${id}`, options)
  const rotate = (id: string, options: CallOptions = {}) =>
    app.call('POST', `${root}/${id}/rotate-secret`, options)
  /** Sends a call as another system, without a token. */
  const send = (
    { url }: Pick<InboundWebhook, 'url'>,
    body: unknown,
    headers: Record<string, string | undefined> = {},
  ) => app.call('POST', new URL(url).pathname, { as: null, body, headers: given(headers) })

  return {
    defaults,
    ask,
    read,
    patch,
    remove,
    rotate,
    send,
    create: async (body: object = {}, options: CallOptions = {}): Promise<InboundWebhook> =>
      expectOk(await ask({ ...defaults, ...body }, options), 201),
    get: async (id: string): Promise<InboundWebhook> => expectOk(await read(id), 200),
    change: async (id: string, body: object): Promise<InboundWebhook> => expectOk(await patch(id, body), 200),
    list: async (query: Record<string, string> = {}): Promise<ListPage<InboundWebhook>> =>
      expectOk(await app.call('GET', root, { query }), 200),
    /** A call that is accepted. */
    taken: async (
      webhook: InboundWebhook,
      body: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> => {
      const response = await send(webhook, body, headers)
      const answer = expectOk<Answer>(response, response.statusCode === 201 ? 201 : 200)
      if ((response.statusCode === 201) !== (answer.status === 'created'))
        throw new Error(`${response.statusCode} does not fit ${answer.status}`)
      return answer
    },
    calls: async ({ id }: { id: string }, query: Record<string, string> = {}): Promise<ListPage<Call>> =>
      expectOk(await app.call('GET', `${root}/${id}/events`, { query }), 200),
    /** Everything that a call could have written: equal before and after means that nothing happened. */
    everything: () =>
      app.query(`select (select md5(string_agg(w::text, '' order by id)) from inbound_webhooks w) as webhooks,
        ${unsuggested} as incidents,
        (select count(*) from ${recordedEvents}) as events, (select count(*) from work_notes) as notes,
        (select count(*) from audit_entries where subject_type in ('incident', 'inbound_webhook')) as audited,
        (select count(*) from idempotency_keys) as keys,
        (select md5(string_agg(c::text, '' order by key)) from claims c) as claims`),
    callsLogged: () => countLogged(app, 'not'),
    /** Those that were refused before their body was read, which has left no trace. */
    unreadLogged: () => countLogged(app, ''),
  }
}

async function countLogged(app: TestApp, not: 'not' | ''): Promise<number> {
  // Reading the calls of a webhook writes the buffered ones first.
  const [any] = await app.query<{ id: string }>('select id from inbound_webhooks where deleted_at is null')
  expectOk(await app.call('GET', `${root}/${any!.id}/events`), 200)
  const [row] = await app.query<{ n: number }>(`select count(*) as n from inbound_events where ${not} (
    status = 'rejected' and payload = '' and incident_id is null and
    coalesce(error ->> 'code', '') in ('unauthenticated', 'payload_too_large'))`)
  return row!.n
}

export type Inbound = ReturnType<typeof driveInbound>

/** The signature of the interface, without the prefix. */
export const sign = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

const given = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
  )
