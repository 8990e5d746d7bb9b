import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { allRows, countAffected, firstRow } from '../../../db/rows.ts'
import type { Counts, Endpoint, Source } from './model.ts'

export interface StoredAnswer {
  key: string
  body: string
  model_used: string
  tokens_used: number
  /** Every record that the answer cites still exists in the same version. */
  is_current: boolean
}

/** The entry under a key: other nodes may have replaced or deleted it. */
export const find = (db: Db, key: string): Promise<StoredAnswer | undefined> =>
  firstRow(
    db,
    sql`select key, body, model_used, tokens_used, not exists (
        select from jsonb_to_recordset(sources) as s(kind text, id text, version integer)
        left join articles a on s.kind = 'article' and a.id = s.id and a.version = s.version
          and a.state = 'published' and a.deleted_at is null
        left join incidents i on s.kind = 'incident' and i.id = s.id and i.version = s.version and i.deleted_at is null
        left join changes c on s.kind = 'change' and c.id = s.id and c.version = s.version and c.deleted_at is null
        left join requests r on s.kind = 'request' and r.id = s.id and r.version = s.version and r.deleted_at is null
        left join cis on s.kind = 'ci' and cis.id = s.id and cis.version = s.version and cis.deleted_at is null
        where coalesce(a.id, i.id, c.id, r.id, cis.id) is null) as is_current
      from ai_cache where key = ${key} and expires_at > now()`,
  )

/** Entries of a partition after a sequence number. One that commits later with a smaller number is only found by its exact
 * form. */
export const findNewer = (
  db: Db,
  partition: string,
  seq: number,
  limit: number,
): Promise<{ seq: number; key: string; text: string; vector: Buffer }[]> =>
  allRows(
    db,
    sql`select seq, key, question as text, vector from ai_cache
      where partition = ${partition} and form is not null and question is not null and vector is not null and seq > ${seq} and expires_at > now()
      order by seq limit ${limit}`,
  )

export interface CacheEntry {
  key: string
  endpoint: Endpoint
  partition: string
  form: string | null
  question: string
  vector: Buffer | null
  body: string
  model_used: string
  tokens_used: number
  sources: Source[]
  lifetime: number
}

/** A newer answer replaces the older under a new number; beyond `most`, the least recently used are deleted. */
export async function keep(db: Db, entry: CacheEntry, most: number): Promise<void> {
  await sql`insert into ai_cache (key, endpoint, partition, form, question, vector, body, model_used, tokens_used,
        sources, expires_at)
      values (${entry.key}, ${entry.endpoint}, ${entry.partition}, ${entry.form}, ${entry.question}, ${entry.vector},
        ${entry.body}, ${entry.model_used}, ${entry.tokens_used}, ${JSON.stringify(entry.sources)},
        now() + ${entry.lifetime} * interval '1 millisecond')
      on conflict (key) do update set seq = excluded.seq, form = excluded.form, question = excluded.question,
        vector = excluded.vector, body = excluded.body, model_used = excluded.model_used, tokens_used = excluded.tokens_used, sources = excluded.sources, created_at = excluded.created_at,
        used_at = excluded.used_at, expires_at = excluded.expires_at`.execute(db)
  await trim(db, most)
}

/**
 * Evicts the least recently used entries beyond `most`. Rows are selected first and locked afterwards, since a lock with an
 * offset would also lock the rows that stay; concurrent nodes do not wait for each other.
 */
export const trim = (db: Db, most: number): Promise<unknown> =>
  allRows(
    db,
    sql`with over as materialized (
        select key from ai_cache order by used_at desc, seq desc offset ${most}),
      mine as materialized (
        select key from ai_cache where key in (select key from over) order by key for update skip locked)
      delete from ai_cache where key in (select key from mine)`,
  )

export const forget = (db: Db, key: string): Promise<unknown> =>
  allRows(db, sql`delete from ai_cache where key = ${key}`)

export const purge = (tx: Tx): Promise<number> => countAffected(tx, sql`delete from ai_cache`)

export const forgetExpired = (tx: Tx): Promise<{ endpoint: Endpoint; count: number }[]> =>
  allRows(
    tx,
    sql`with gone as (delete from ai_cache where expires_at <= now() returning endpoint)
      select endpoint, count(*) as count from gone group by endpoint`,
  )

/** For least-recently-used eviction. Rows locked by another node are being marked there. */
export const touch = (db: Db, keys: string[]): Promise<unknown> =>
  allRows(
    db,
    sql`update ai_cache set used_at = now() where key in (
      select key from ai_cache where key = any(${keys}) order by key for update skip locked)`,
  )

export async function count(db: Db, endpoint: Endpoint, counts: Counts): Promise<void> {
  const { hits, misses, guard_refusals, expired, invalidated, tokens_saved } = counts
  await sql`insert into ai_cache_counts as c
      (endpoint, hits, misses, guard_refusals, expired, invalidated, tokens_saved)
    values (${endpoint}, ${hits}, ${misses}, ${guard_refusals}, ${expired}, ${invalidated}, ${tokens_saved})
    on conflict (endpoint) do update set hits = c.hits + excluded.hits, misses = c.misses + excluded.misses,
      guard_refusals = c.guard_refusals + excluded.guard_refusals, expired = c.expired + excluded.expired,
      invalidated = c.invalidated + excluded.invalidated, tokens_saved = c.tokens_saved + excluded.tokens_saved`.execute(
    db,
  )
}

export interface Row {
  endpoint: Endpoint
  since: Date
  counts: Counts & { entries: number }
}

export const counts = (db: Db): Promise<Row[]> =>
  allRows(
    db,
    sql`select endpoint, coalesce(since, now()) as since, json_build_object('entries', coalesce(entries, 0),
        'hits', coalesce(hits, 0), 'misses', coalesce(misses, 0), 'guard_refusals', coalesce(guard_refusals, 0),
        'expired', coalesce(expired, 0), 'invalidated', coalesce(invalidated, 0),
        'tokens_saved', coalesce(tokens_saved, 0)) as counts
      from ai_cache_counts full join (
        select endpoint, count(*) as entries from ai_cache where expires_at > now() group by endpoint) as kept
        using (endpoint)
      order by endpoint`,
  )
