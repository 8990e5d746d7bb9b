import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { allRows, firstRow, isFound } from '../../db/rows.ts'
import type { Status } from './model.ts'

export interface DemoRecord {
  subject_type: 'article' | 'catalog_item' | 'change' | 'configuration_item' | 'incident' | 'request' | 'user'
  id: string
}

interface State {
  status: Status
  at: string | null
}

const key = 'demo_data'
const columns = sql`value::jsonb ->> 'status' as status, value::jsonb ->> 'at' as at`

/** Undefined until the first start has decided. */
export const findState = (db: Db): Promise<State | undefined> =>
  firstRow(db, sql`select ${columns} from instance where key = ${key}`)

/** Does not wait: undefined while a load or removal is in progress. */
export const lockState = (tx: Tx): Promise<State | undefined> =>
  firstRow(tx, sql`select ${columns} from instance where key = ${key} for update skip locked`)

/** False when another node has decided already. */
export const decide = (tx: Tx, state: State): Promise<boolean> =>
  isFound(
    tx,
    sql`insert into instance (key, value) values (${key}, ${JSON.stringify(state)})
      on conflict (key) do nothing returning key`,
  )

export async function setState(tx: Tx, state: State): Promise<void> {
  await sql`update instance set value = ${JSON.stringify(state)} where key = ${key}`.execute(tx)
}

export async function keep(tx: Tx, records: DemoRecord[]): Promise<void> {
  await sql`insert into demo_records (id, subject_type)
    select id, subject_type from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as made(id text, subject_type text)`.execute(
    tx,
  )
}

export async function setChannels(tx: Tx, user_id: string, channels: Record<string, string>): Promise<void> {
  await sql`insert into notification_preferences (user_id, channels)
    values (${user_id}, ${JSON.stringify(channels)}::jsonb)`.execute(tx)
}

export async function count(db: Db): Promise<Record<string, number>> {
  const rows = await allRows<{ subject_type: string; n: number }>(
    db,
    sql`select subject_type, count(*) as n from demo_records group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ subject_type, n }) => [subject_type, n]))
}

const ours = sql`(select id from demo_records)`
const tables = ['incidents', 'changes', 'requests', 'catalog_items', 'articles', 'cis', 'users']

/**
 * Locked first, so that nobody adds a note or a vote to a record that is being removed; then dependent rows. Audit entries
 * stay; pending events are withdrawn.
 */
export async function removeAll(tx: Tx): Promise<void> {
  const statements = [
    ...tables.map((table) => sql`select from ${sql.table(table)} where id in ${ours} order by id for update`),
    sql`delete from attachments where note_id in (select id from work_notes where incident_id in ${ours})`,
    sql`delete from work_notes where incident_id in ${ours}`,
    sql`delete from article_versions where article_id in ${ours}`,
    sql`delete from article_votes where article_id in ${ours}`,
    sql`delete from ci_relationships where from_id in ${ours} or to_id in ${ours}`,
    sql`delete from ci_sources where ci_id in ${ours}`,
    sql`delete from record_notes where subject_id in ${ours}`,
    sql`delete from watches where subject_id in ${ours} or watcher_id in ${ours}`,
    sql`delete from notifications where recipient_id in ${ours}`,
    sql`delete from notification_preferences where user_id in ${ours}`,
    ...tables.map((table) => sql`delete from ${sql.table(table)} where id in ${ours}`),
    sql`insert into withdrawn (subject_id) select id from demo_records on conflict do nothing`,
    sql`delete from demo_records`,
  ]
  for (const statement of statements) await statement.execute(tx)
}
