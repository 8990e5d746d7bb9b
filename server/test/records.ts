import type { LightMyRequestResponse } from 'fastify'
import type { Change, HistoryEntry } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { expectOk, unsuggested, type ListPage } from './incidents.ts'
import { recordedEvents } from './recorded-events.ts'

/** As the API returns them. */
type HistoryItem = HistoryEntry

/** The common fields of every record in a response. */
export type RecordSummary = Pick<Change, 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted'>

export interface CallOptions {
  as?: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

export interface RecordedEvent {
  type: string
  actor_id: string
  data: Record<string, unknown>
}

/** Records of one kind through HTTP, and their traces in the database. New ones have the fields of `defaults`. */
export function driveRecords<Item extends RecordSummary>(
  app: TestApp,
  { path, table, defaults }: { path: string; table: string; defaults: object },
) {
  const ask = (body: unknown, options: CallOptions = {}) => app.call('POST', path, { body, ...options })
  const read = (id: string, options: CallOptions = {}) => app.call('GET', `${path}/${id}`, options)
  const patch = (id: string, body: unknown, options: CallOptions = {}) =>
    app.call('PATCH', `${path}/${id}`, { body, ...options })
  const remove = (id: string, options: CallOptions = {}) => app.call('DELETE', `${path}/${id}`, options)
  /** `POST <path>/<id>/<verb>`, without a body when none is given. */
  const act = (id: string, verb: string, body?: unknown, options: CallOptions = {}) =>
    app.call('POST', `${path}/${id}/${verb}`, { ...(body !== undefined && { body }), ...options })
  return {
    ask,
    read,
    patch,
    remove,
    act,
    create: async (body: object = {}, options: CallOptions = {}): Promise<Item> =>
      expectOk(await ask({ ...defaults, ...body }, options), 201),
    change: async (id: string, body: object, options: CallOptions = {}): Promise<Item> =>
      expectOk(await patch(id, body, options), 200),
    done: async (id: string, verb: string, body?: unknown, options: CallOptions = {}): Promise<Item> =>
      expectOk(await act(id, verb, body, options), 200),
    get: async (id: string): Promise<Item> => expectOk(await read(id), 200),
    list: async (query: Record<string, string> = {}, as?: string): Promise<ListPage<Item>> =>
      expectOk(await app.call('GET', path, { query, ...(as && { as }) }), 200),
    history: async (id: string): Promise<HistoryItem[]> =>
      expectOk<ListPage<HistoryItem>>(
        await app.call('GET', `${path}/${id}/history`, { query: { limit: '200' } }),
        200,
      ).data,
    eventsOf: (id: string) =>
      app.query<RecordedEvent>(
        `select type, actor_id, data from ${recordedEvents} where subject_id = '${id}' order by position`,
      ),
    /** Everything that a call about them could have written: equal before and after means that nothing happened. */
    everything: () =>
      app.query(`select (select md5(string_agg(r::text, '' order by id)) from ${table} r) as records,
        ${unsuggested} as incidents,
        (select count(*) from ${recordedEvents}) as events, (select count(*) from audit_entries where subject_type <> 'identity') as audited,
        (select count(*) from idempotency_keys) as keys`),
  }
}

export function countStatuses(answers: LightMyRequestResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}
