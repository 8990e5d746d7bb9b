import { sql } from 'kysely'
import type { Tx } from '../../../db/ctx.ts'
import type { Kind } from './store.ts'
import { hasVectors } from './vectors.ts'

export interface IndexedPassage {
  record_id: string
  place: number
  title: string
  heading: string
  body: string
  counts: Record<string, number>
  length: number
  title_terms: string[]
  /** Hexadecimal, as PostgreSQL reads it. */
  vector: string
}

/**
 * Replaces the passages of the records and updates the statistics by the difference. Records without new passages leave the
 * index; a passage whose text is unchanged keeps the encoder's vector.
 */
export async function replace(tx: Tx, kind: Kind, ids: string[], passages: IndexedPassage[]): Promise<void> {
  const kept = ['encoded', 'model', 'encoded_seq', ...((await hasVectors(tx)) ? ['embedding'] : [])]
  await sql`
    with removed as (
      delete from passages where kind = ${kind} and record_id = any(${ids}::text[])
      returning record_id, length, tsvector_to_array(words) as terms, place, title, heading, body, ${sql.raw(kept.join(', '))}),
    added as (
      insert into passages (kind, record_id, place, title, heading, body, counts, length, title_terms, words, vector, ${sql.raw(kept.join(', '))})
      select ${kind}, new.record_id, new.place, new.title, new.heading, new.body, counts, new.length, title_terms,
        array_to_tsvector(array(select jsonb_object_keys(counts) union select unnest(title_terms))), vector::bytea,
        ${sql.raw(kept.map((column) => `removed.${column}`).join(', '))}
      from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as new(record_id text, place integer, title text, heading text,
        body text, counts jsonb, length integer, title_terms text[], vector text)
      left join removed on (removed.record_id, removed.place, removed.title, removed.heading, removed.body)
        = (new.record_id, new.place, new.title, new.heading, new.body)
      returning record_id, length, tsvector_to_array(words) as terms),
    moved as (
      select record_id, length, terms, -1 as n from removed union all select record_id, length, terms, 1 as n from added),
    differences as (
      select term, sum(n) as n from (select distinct record_id, n, term from moved, unnest(terms) as term) as each
      group by term having sum(n) <> 0),
    unused as (
      delete from index_terms as kept using differences
      where kept.kind = ${kind} and kept.term = differences.term and kept.records + n <= 0
      returning kept.term),
    counted as (
      insert into index_terms as kept (kind, term, records)
      select ${kind}, term, n from differences where term not in (select term from unused)
      on conflict (kind, term) do update set records = kept.records + excluded.records)
    update index_totals set version = version + 1,
      records = records + (select count(distinct record_id) filter (where n > 0) - count(distinct record_id) filter (where n < 0) from moved),
      passages = passages + (select coalesce(sum(n), 0) from moved),
      terms = terms + (select coalesce(sum(n * length), 0) from moved)
    where kind = ${kind}`.execute(tx)
}
