import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import type { EventType } from '../../../kernel/event-types.ts'
import type { Filter } from '../mapping/filters.ts'
import type { OutboundRow } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    outbound_webhooks: Omit<OutboundRow, 'filters'> & {
      filters: ColumnType<Filter[], string, string>
      unalerted_failures: Generated<number>
      alerted_at: Date | null
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
    }
  }
}

const columns = [
  'id',
  'name',
  'url',
  'events',
  'filters',
  'headers_sealed',
  'header_names',
  'sign_payloads',
  'secret_sealed',
  'previous_secret_sealed',
  'previous_secret_until',
  'active',
  'timeout_seconds',
  'owner_id',
  'owner_email',
  'version',
  'created_at',
  'updated_at',
] as const

export interface OutboundFilters {
  active?: boolean | undefined
  event?: EventType | undefined
}

const alive = (db: Db) => db.selectFrom('outbound_webhooks').select(columns).where('deleted_at', 'is', null)

export function list(db: Db, filters: OutboundFilters, request: PageRequest): Promise<Page<OutboundRow>> {
  let query = alive(db)
  if (filters.active !== undefined) query = query.where('active', '=', filters.active)
  if (filters.event) query = query.where(sql<boolean>`events @> array[${filters.event}]`)
  return readPage(db, query as never, request)
}

export const find = (db: Db, id: string): Promise<OutboundRow | undefined> =>
  alive(db).where('id', '=', id).executeTakeFirst()

export const lock = (tx: Tx, id: string): Promise<OutboundRow | undefined> =>
  alive(tx).where('id', '=', id).forUpdate().executeTakeFirst()

type Writable = Omit<OutboundRow, 'version' | 'created_at' | 'updated_at'>

export async function insert(tx: Tx, { filters, ...row }: Writable): Promise<OutboundRow> {
  await raiseGeneration(tx)
  return tx
    .insertInto('outbound_webhooks')
    .values({ ...row, filters: JSON.stringify(filters) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function update(
  tx: Tx,
  id: string,
  { filters, ...changes }: Partial<Writable> & { deleted_at?: Date },
): Promise<OutboundRow> {
  await raiseGeneration(tx)
  return tx
    .updateTable('outbound_webhooks')
    .set({
      ...changes,
      ...(filters && { filters: JSON.stringify(filters) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Raised with every change, one change at a time: who has read a generation knows all webhooks of it. */
const raiseGeneration = (tx: Tx) =>
  sql`insert into instance (key, value) values ('webhook_generation', '1')
    on conflict (key) do update set value = (instance.value::bigint + 1)::text`.execute(tx)

export interface Listening {
  id: string
  events: EventType[]
  filters: Filter[]
}

export const generation = async (db: Db): Promise<string> =>
  (await db.selectFrom('instance').select('value').where('key', '=', 'webhook_generation').executeTakeFirst())
    ?.value ?? '0'

export const listening = (db: Db): Promise<Listening[]> =>
  alive(db).clearSelect().select(['id', 'events', 'filters']).where('active', '=', true).execute()

interface Unalerted {
  name: string
  owner_id: string
  owner_email: string
  failures: number
  /** Milliseconds until the owner may be told; nothing was taken before that. */
  wait: number
}

/** Takes the count of failures that the owner has not heard of, unless they were told of others just now. */
export async function takeFailures(tx: Tx, id: string, quiet: number): Promise<Unalerted | undefined> {
  const { rows } = await sql<Unalerted>`
    with unalerted as (
      select id, name, owner_id, owner_email, unalerted_failures as failures,
        greatest(0, ceil(coalesce(${quiet} - extract(epoch from now() - alerted_at) * 1000, 0)))::int as wait
      from outbound_webhooks where id = ${id} and unalerted_failures > 0 and deleted_at is null for update),
    taken as (
      update outbound_webhooks w set unalerted_failures = 0, alerted_at = now()
      from unalerted where w.id = unalerted.id and unalerted.wait = 0)
    select name, owner_id, owner_email, failures, wait from unalerted`.execute(tx)
  return rows[0]
}
