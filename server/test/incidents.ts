import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { HistoryEntry, Incident, IncidentList } from '../../console/src/api/schema.d.ts'
import type { State } from '../src/modules/incidents/transitions.ts'
import type { TestApp } from './app.ts'
import { recordedEvents } from './recorded-events.ts'

/** As the API returns them. */
export type { Incident }

export type ListPage<Item = Incident> = Omit<IncidentList, 'data'> & { data: Item[] }

interface CallOptions {
  as?: string
  headers?: Record<string, string>
}

/** The shortest path from a new incident to each state. */
export const pathTo: Record<State, State[]> = {
  new: [],
  in_progress: ['in_progress'],
  on_hold: ['in_progress', 'on_hold'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  cancelled: ['cancelled'],
  reopened: ['in_progress', 'resolved', 'reopened'],
}

/** Incidents through HTTP, and their traces in the database. */
export function driveIncidents(app: TestApp) {
  const ask = (body: unknown, options: CallOptions = {}) =>
    app.call('POST', '/incidents', { body, ...options })
  const read = (id: string, options: CallOptions & { query?: Record<string, string> } = {}) =>
    app.call('GET', `/incidents/${id}`, options)
  const patch = (id: string, body: unknown, options: CallOptions = {}) =>
    app.call('PATCH', `/incidents/${id}`, { body, ...options })
  const remove = (id: string, options: CallOptions = {}) => app.call('DELETE', `/incidents/${id}`, options)
  const note = (id: string, body: unknown, options: CallOptions = {}) =>
    app.call('POST', `/incidents/${id}/notes`, { body, ...options })

  const create = async (body: object = {}, options: CallOptions = {}): Promise<Incident> =>
    expectOk(await ask({ short_description: 'Mail is down', ...body }, options), 201)
  const change = async (id: string, body: object, options: CallOptions = {}): Promise<Incident> =>
    expectOk(await patch(id, body, options), 200)
  const inState = async (state: State, body: object = {}): Promise<Incident> => {
    let incident = await create(body)
    for (const step of pathTo[state]) incident = await change(incident.id, { state: step })
    return incident
  }
  const get = async (id: string): Promise<Incident> => expectOk(await read(id), 200)
  const list = async (query: Record<string, string> = {}, as?: string): Promise<ListPage> =>
    expectOk(await app.call('GET', '/incidents', { query, ...(as && { as }) }), 200)

  const history = async (id: string): Promise<HistoryEntry[]> =>
    expectOk<ListPage<HistoryEntry>>(
      await app.call('GET', `/incidents/${id}/history`, { query: { limit: '200' } }),
      200,
    ).data
  return { ask, read, patch, remove, note, create, change, inState, get, list, history, ...traces(app) }
}

export type Incidents = ReturnType<typeof driveIncidents>

interface EventRow {
  seq: number
  type: string
  actor_id: string
  data: Record<string, unknown>
}

/** A digest of all incidents, without suggestions, which the service writes in the background. */
export const unsuggested = `(select md5(string_agg((to_jsonb(i) - 'ai_suggested_resolution' - 'body')::text, '' order by id)) from incidents i)`

const traces = (app: TestApp) => ({
  eventsOf: (id: string) =>
    app.query<EventRow>(
      `select position as seq, type, actor_id, data from ${recordedEvents} where subject_id = '${id}' order by position`,
    ),
  /**
   * Everything that a call about incidents could have written: equal before and after means that nothing happened. What the service
   * suggests by itself comes when it comes.
   */
  everything: () =>
    app.query(`select ${unsuggested} as incidents,
      (select count(*) from ${recordedEvents}) as events, (select count(*) from work_notes) as notes,
      (select count(*) from attachments) as attachments, (select sum(n) from (select n from incident_counts union all select n from incident_totals where level = 'kind') as counts) as counted,
      (select count(*) from audit_entries where subject_type = 'incident') as audited`),
})

export function expectOk<T>(response: LightMyRequestResponse, status: number): T {
  expect(`${response.statusCode} ${response.body.slice(0, 500)}`).toMatch(new RegExp(`^${status} `))
  return response.json<T>()
}

/** Follows next_cursor to the end. */
export async function walk<Item>(
  read: (cursor?: string) => Promise<ListPage<Item>>,
): Promise<ListPage<Item>[]> {
  const pages = [await read()]
  while (pages.at(-1)!.next_cursor) {
    if (pages.length > 1000) throw new Error('The walk does not end')
    pages.push(await read(pages.at(-1)!.next_cursor))
  }
  return pages
}
