import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readInstance } from '../../../db/instance.ts'
import type { PageRequest } from '../../../db/page.ts'
import { allRows, firstRow } from '../../../db/rows.ts'
import type { EventType } from '../../../kernel/event-types.ts'
import { administeredTable } from '../../records/administered/store.ts'
import { has, is } from '../../records/store.ts'
import type { Filter } from '../mapping/filters.ts'
import { webhookColumns, type WebhookInput } from '../webhook/model.ts'
import { storedFields, type OutboundRow } from './model.ts'

const table = administeredTable<OutboundRow, WebhookInput<OutboundRow>>({
  table: 'outbound_webhooks',
  columns: [...webhookColumns, ...storedFields, 'headers_sealed', 'header_names'],
})

export const { find, lock } = table

export interface OutboundFilters {
  active?: boolean | undefined
  event?: EventType | undefined
}

export const list = (db: Db, { active, event }: OutboundFilters, request: PageRequest) =>
  table.list(db, [...is('active', active), ...has('events', event)], request)

export async function insert(tx: Tx, values: WebhookInput<OutboundRow>): Promise<OutboundRow> {
  await raiseGeneration(tx)
  return table.insert(tx, values)
}

export async function update(
  tx: Tx,
  id: string,
  values: Partial<WebhookInput<OutboundRow>> & { deleted_at?: Date },
): Promise<OutboundRow> {
  await raiseGeneration(tx)
  return table.update(tx, id, values)
}

/** Incremented with every change, one at a time, so that a reader of a generation has seen all its webhooks. */
const raiseGeneration = (tx: Tx) =>
  sql`insert into instance (key, value) values ('webhook_generation', '1')
    on conflict (key) do update set value = (instance.value::bigint + 1)::text`.execute(tx)

export const readGeneration = async (db: Db): Promise<string> =>
  (await readInstance(db, 'webhook_generation')) ?? '0'

export interface EventSubscription {
  id: string
  events: EventType[]
  filters: Filter[]
}

export const activeSubscriptions = (db: Db): Promise<EventSubscription[]> =>
  allRows(db, sql`select id, events, filters from outbound_webhooks where active and deleted_at is null`)

interface FailureCount {
  name: string
  owner_id: string
  owner_email: string
  failures: number
  /** Milliseconds until the owner may be notified again; nothing was taken before that. */
  wait: number
}

/** Resets and returns the number of failures that the owner was not notified of yet, unless the last notification was just now. */
export const takeFailures = (tx: Tx, id: string, interval: number): Promise<FailureCount | undefined> =>
  firstRow(
    tx,
    sql`
      with unalerted as (
        select id, name, owner_id, owner_email, unalerted_failures as failures,
          greatest(0, ceil(coalesce(${interval} - extract(epoch from now() - alerted_at) * 1000, 0)))::int as wait
        from outbound_webhooks where id = ${id} and unalerted_failures > 0 and deleted_at is null for update),
      taken as (
        update outbound_webhooks w set unalerted_failures = 0, alerted_at = now()
        from unalerted where w.id = unalerted.id and unalerted.wait = 0)
      select name, owner_id, owner_email, failures, wait from unalerted`,
  )
