import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { allRows, firstRow, firstValue, onlyRow, onlyValue } from '../../../db/rows.ts'
import { resolvedStates } from '../../incidents/transitions.ts'
import { isOneOf } from '../../records/noun.ts'
import { restore } from '../math/vectors.ts'
import { quote } from './candidates.ts'
import type { Candidate, RankedRecord, Statistics } from './scoring.ts'

export type Kind = 'article' | 'incident'

/**
 * Records that may be found, whatever the index still holds. The offset keeps it a look-up of each by its key: before a new table
 * is analysed for the first time, PostgreSQL would compare every candidate with every record.
 */
const readableIn = (table: string, states: readonly string[]): RawBuilder<unknown> => sql`
  join lateral (select state, version, deleted_at from ${sql.raw(table)} where id = record_id offset 0) as record
  on ${sql.raw(isOneOf('record.state', states))} and record.deleted_at is null`

export const readable: Record<Kind, RawBuilder<unknown>> = {
  article: readableIn('articles', ['published']),
  incident: readableIn('incidents', resolvedStates),
}

/** How many passages of a record the encoder reads. */
const comparedOf: Record<Kind, RawBuilder<number>> = {
  article: sql`(select count(*) from passages as every where every.kind = 'article' and every.record_id = passages.record_id)`,
  incident: sql`1`,
}

export async function statisticsOf(db: Db, kind: Kind, terms: string[]): Promise<Statistics> {
  const totals = await onlyRow<{
    records: number
    passages: number
    terms: number
    found: [string, number][]
  }>(
    db,
    sql`select records, passages, terms, (
        select coalesce(jsonb_agg(jsonb_build_array(term, records)), '[]') from index_terms
        where kind = ${kind} and term = any(${terms}::text[])) as found
      from index_totals where kind = ${kind}`,
  )
  return {
    documents: totals.records,
    passages: totals.passages,
    average_length: totals.passages ? totals.terms / totals.passages : 0,
    frequency: new Map(totals.found),
  }
}

interface CandidateRow extends Omit<Candidate, 'terms' | 'vector' | 'encoded' | 'chunk'> {
  place: number
  counts: (number | null)[]
  vector: Buffer
  is_encoded: boolean
}

export interface Search {
  kind: Kind
  /** The terms of the query with their weights; a candidate lists how often each occurs. */
  weights: Map<string, number>
  /** The model whose vectors are wanted where there are some; null: only those of the static embedding. */
  model: string | null
  /** What finds the candidates: words as a tsquery, the nearest to a vector, or their places. */
  wanted: { words: string } | { nearest: string } | { passages: { record_id: string; place: number }[] }
  limit: number
}

/** Maximum passages to weigh; reached only when all words of a query are very common. */
const maxWeighed = 2000
/** Only the words with the highest weights of a long query are used. */
const maxWeights = 16

/** Factor of extra candidates, because some may belong to deleted or reopened records that are not reindexed yet. */
const candidateFactor = 2

/** Passages with the highest weight of the query's terms, or the nearest ones, of records that may be found. */
export async function candidatesOf(db: Db, search: Search): Promise<Candidate[]> {
  const { kind, weights, model, limit } = search
  const terms = [...weights.keys()]
  const rows = await allRows(
    db,
    sql<CandidateRow>`select record_id, place, length, title_terms, ${comparedOf[kind]} as passages,
        coalesce(model = ${model}, false) as is_encoded, case when model = ${model} then encoded else vector end as vector,
        array(select (unpacked ->> term)::integer from (select ${unpackedCounts} as unpacked offset 0) as once,
          unnest(${terms}::text[]) with ordinality as asked(term, n) order by n) as counts
      from (${heaviestOf(search)}) as passages ${readable[kind]}
      order by weight desc limit ${limit}`,
  )
  return rows.map(({ place, counts, vector, is_encoded, ...row }) => ({
    ...row,
    chunk: place,
    terms: new Map(terms.flatMap((term, i) => (counts[i] ? [[term, counts[i]]] : []))),
    [is_encoded ? 'encoded' : 'vector']: restore(vector),
  }))
}

// PostgreSQL would unpack a long value for each term again; what an operator returns is unpacked.
const unpackedCounts = sql`counts || '{}'`
const unpackedWords = sql`words || ''::tsvector`

/** Weighed before their records are read, because passages are much smaller. */
function heaviestOf({ kind, weights, wanted, limit }: Search): RawBuilder<unknown> {
  const isKind = sql`kind = ${sql.lit(kind)}`
  if ('nearest' in wanted)
    return sql`select passages.*, 0 as weight from passages ${readable[kind]} where ${isKind}
      order by embedding <=> ${wanted.nearest}::vector limit ${limit}`
  if ('passages' in wanted) {
    const ids = wanted.passages.map(({ record_id }) => record_id)
    const places = wanted.passages.map(({ place }) => place)
    return sql`select passages.*, 0 as weight from passages ${readable[kind]} where ${isKind}
      and (record_id, place) in (select * from unnest(${ids}::text[], ${places}::integer[]))`
  }
  const weight = [...weights]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, maxWeights)
    .map(([term, weight]) => sql`${weight}::real * (unpacked @@ ${quote(term)}::tsquery)::integer`)
  return sql`select *, ${sql.join(weight, sql` + `)} as weight
    from (select passages.*, ${unpackedWords} as unpacked from passages
      where ${isKind} and words @@ ${wanted.words}::tsquery limit ${sql.lit(maxWeighed)}) as found
    order by weight desc limit ${sql.lit(candidateFactor * limit)}`
}

export interface StoredPassage {
  record_id: string
  title: string
  heading: string
  text: string
  version: number
}

/** The texts of what was ranked best, read once more under the same rights. */
export const textsOf = (db: Db, kind: Kind, ranked: RankedRecord[]): Promise<StoredPassage[]> =>
  allRows(
    db,
    sql`select record_id, passages.title, heading, passages.body as text, record.version
      from unnest(${ranked.map(({ record_id }) => record_id)}::text[], ${ranked.map(({ chunk }) => chunk)}::integer[])
        with ordinality as best(record_id, place, n)
      join passages using (record_id, place) ${readable[kind]}
      where kind = ${sql.lit(kind)} order by n`,
  )

/** Changes with every text, and with every vector that is added to one. */
export const versionOf = (db: Db, kind: Kind): Promise<string> =>
  onlyValue(
    db,
    sql`select concat(version, '.', (select max(encoded_seq) from passages where kind = ${kind}))
      from index_totals where kind = ${kind}`,
  )

export interface QueuedRecord {
  kind: Kind
  record_id: string
}

/** One node at a time, so that an older text never overwrites a newer one. */
export const takeDue = (tx: Tx, from: number, limit: number): Promise<QueuedRecord[]> =>
  allRows(
    tx,
    sql`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtext('index records')) as ours),
    taken as (
      delete from index_queue where seq in (
        select seq from index_queue, turn where turn.ours and seq >= ${from} order by seq limit ${limit})
      returning kind, record_id)
    select distinct kind, record_id from taken order by kind, record_id`,
  )

export const due: RawBuilder<boolean> = sql`exists (select from index_queue)`

export const firstDue = (db: Db): Promise<number | undefined> =>
  firstValue(db, sql`select seq from index_queue order by seq limit 1`)

/** Returns nothing if another node has taken it meanwhile. */
export const skip = (db: Db, seq: number): Promise<QueuedRecord | undefined> =>
  firstRow(db, sql`delete from index_queue where seq = ${seq} returning kind, record_id`)
