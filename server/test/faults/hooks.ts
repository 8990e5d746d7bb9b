import { expect } from 'vitest'
import type { EventType } from '../../src/kernel/event-types.ts'
import { eventually } from '../eventually.ts'
import type { Webhook } from '../outbound.ts'
import type { Receiver } from '../receiver.ts'
import { startService, type Service } from '../service.ts'
import type { Sql } from './sql.ts'

/** A webhook, with the test's own implementation of its filter. */
export interface Hook {
  id: string
  secret: string
  /** Only its requests use this path. */
  path: string
  wants: (type: string, data: Record<string, unknown>) => boolean
}

interface HookOptions {
  events?: EventType[]
  priority?: string
  timeout_seconds?: number
}

/** A node that sends to the receiver; its name is in the body of each request. */
export const startNode = (receiver: Receiver, name: string, env: Record<string, string> = {}) =>
  startService({ ...receiver.env, SERVICE_INSTANCE: name, DEMO_DATA: 'false', LOG_LEVEL: 'warn', ...env })

export async function addHooks(service: Service, receiver: Receiver, hooks: HookOptions[]): Promise<Hook[]> {
  const token = await service.token()
  return Promise.all(hooks.map((options, i) => addHook(service, token, receiver, options, `/hook/${i}`)))
}

async function addHook(
  service: Service,
  token: string,
  receiver: Receiver,
  { events = ['incident.created'], priority, timeout_seconds = 30 }: HookOptions,
  path: string,
): Promise<Hook> {
  const body = {
    name: path,
    url: new URL(path, receiver.url).href,
    events,
    filters: priority ? [{ field: 'incident.priority', operator: 'eq', value: priority }] : [],
    timeout_seconds,
  }
  const response = await service.call(token, '/webhooks/outbound', {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  const { id, secret } = (await response.json()) as Webhook
  const wants: Hook['wants'] = (type, data) =>
    events.includes(type as EventType) && (!priority || data.priority === priority)
  return { id, secret: secret!, path, wants }
}

/** Writes events to the outbox, as if this many incidents had been created. */
export const publishEvents = (sql: Sql, count: number) =>
  sql(
    `insert into outbox (id, type, subject_id, actor_id, occurred_at, data)
    select 'evt_' || gen_random_uuid(), 'incident.created', subject, 'system', now(),
      jsonb_build_object('id', subject, 'priority', 'P' || 1 + n % 4, 'short_description', 'Incident ' || n,
        'assigned_to', null, 'assignment_group', null)
    from (select n, 'INC' || gen_random_uuid() as subject from generate_series(1, $1::int) as n) as numbered`,
    [count],
  )

/** Waits until all events are dispatched and every delivery has ended. */
export const drained = (sql: Sql, withinSeconds: number) =>
  eventually(async () => {
    const [left] = await sql(`select from outbox union all select from delivery_queue limit 1`)
    return !left
  }, withinSeconds)
