import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { allRows, allValues, onlyValue } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import { isOpen } from '../../incidents/store.ts'
import { isResolved } from '../../incidents/where.ts'
import type { Suggestion } from './model.ts'

export type OpenIncident = TableRow<
  'incidents',
  'id' | 'version' | 'short_description' | 'description' | 'category'
>

const columns = sql`id, version, short_description, left(description, 4000) as description, category`
const open = sql`deleted_at is null and ${isOpen}`
/** Increments with every change of the index. */
const indexVersion = sql`(select sum(version) from index_totals)`

export const indexVersionOf = (db: Db): Promise<number> => onlyValue(db, sql`select ${indexVersion}::bigint`)

/** Those of closed incidents rest until infinity. */
const isDue = sql`index_version < ${indexVersion} and retry_at <= now()::timestamptz(3) and retry_at < 'infinity'`

const hasNoAttempt = sql`not exists (select from suggested_resolutions where incident_id = id)`

/** Those among the newest incidents that are open and without a suggestion attempt. */
export const fresh = (db: Db, limit: number): Promise<OpenIncident[]> =>
  allRows(
    db,
    sql<OpenIncident>`select ${columns}
      from (select * from incidents where deleted_at is null order by created_at desc, id desc limit 1000) as newest
      where ${open} and ${hasNoAttempt} order by created_at desc, id desc limit ${limit}`,
  )

/**
 * All open ones without an attempt, newest first. Usually there is none, and PostgreSQL would scan all incidents in order to
 * find the newest; comparing the two sets avoids that.
 */
export const withoutAttempt = (db: Db, limit: number): Promise<OpenIncident[]> =>
  allRows(
    db,
    sql<OpenIncident>`
    with open as materialized (select id, created_at from incidents where ${open}),
    newest as materialized (
      select id from open where ${hasNoAttempt}
      order by created_at desc, id desc limit ${limit})
    select ${columns} from incidents join newest using (id) order by created_at desc, id desc`,
  )

export const due = (db: Db, limit: number): Promise<OpenIncident[]> =>
  allRows(
    db,
    sql<OpenIncident>`select ${columns} from suggested_resolutions join incidents on id = incident_id
      where ${isDue} and ${open}
      order by index_version, retry_at limit ${limit}`,
  )

/** Closed incidents need no suggestion until they are reopened. */
export const rest = (tx: Tx) =>
  sql`update suggested_resolutions set retry_at = 'infinity' where incident_id in (
      select incident_id from suggested_resolutions join incidents on id = incident_id
      where ${isDue} and not (${open}) limit 1000)`.execute(tx)

/** Incidents whose text has changed, and those whose suggestion is no longer valid. */
export const makeDue = (tx: Tx, changed: string[], reopened: string[]) =>
  sql`update suggested_resolutions set index_version = -1, tries = 0, retry_at = now()
      where incident_id = any(${changed}::text[]) or source_ids && ${reopened}::text[]`.execute(tx)

/** The records that may still be quoted, locked until the end of the transaction. */
export async function lockSources(tx: Tx, ids: string[]): Promise<Set<string>> {
  const incidents = await allValues<string>(
    tx,
    sql`select id from incidents where id = any(${ids}::text[])
      and ${isResolved} and deleted_at is null order by id for share`,
  )
  const articles = await allValues<string>(
    tx,
    sql`select id from articles where id = any(${ids}::text[])
      and state = 'published' and deleted_at is null order by id for share`,
  )
  return new Set([...incidents, ...articles])
}

export interface SuggestionAttempt extends Suggestion {
  incident_id: string
  /** Of the text that the suggestion is for. */
  version: number
}

/** The incidents that have not changed since they were read, locked until the end of the transaction. */
export async function lockUnchanged(tx: Tx, tried: SuggestionAttempt[]): Promise<Set<string>> {
  const ids = await allValues<string>(
    tx,
    sql`select id
      from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) as tried(incident_id text, version int)
      join incidents on id = incident_id and incidents.version = tried.version
      order by id for no key update of incidents`,
  )
  return new Set(ids)
}

/** A suggestion is checked again after a day; without one, with increasing delays. */
export const remember = (tx: Tx, tried: SuggestionAttempt[], index_version: number) =>
  sql`
    insert into suggested_resolutions as known (incident_id, source_ids, tries, index_version, retry_at)
    select incident_id, source_ids, 1, ${index_version}::bigint,
      now() + case when source_ids = '{}' then interval '1 minute' else interval '1 day' end
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) as new(incident_id text, source_ids text[])
    order by incident_id
    on conflict (incident_id) do update set source_ids = excluded.source_ids, index_version = excluded.index_version,
      tries = known.tries + 1,
      retry_at = now() + case when excluded.source_ids = '{}'
        then least(interval '1 day', interval '1 minute' * (known.tries + 1) ^ 2) else interval '1 day' end`.execute(
    tx,
  )
