import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { allRows, countAffected } from '../../../db/rows.ts'
import type { Kind } from './store.ts'
import { hasVectors, lockVectors } from './vectors.ts'

export interface UnencodedPassage {
  kind: Kind
  record_id: string
  place: number
  text: string
  digest: string
}

const digest = sql`md5(title || E'\n' || heading || E'\n' || body)`

/** Of an incident only its problem is encoded: that is what others are compared with. The index has the same condition. */
const isUnencoded = sql`model is null and (kind = 'article' or place = 0)`

export const hasUnencoded: RawBuilder<boolean> = sql`exists (select from passages where ${isUnencoded})`

/** Until then the fit of an article is partly guessed, and one that is encoded looks closer than a better one that is not. */
export const areArticlesEncoded: RawBuilder<boolean> = sql`not exists (
  select from passages where kind = 'article' and model is null)`

/** The newest first. */
export const unencoded = (db: Db, limit: number): Promise<UnencodedPassage[]> =>
  allRows(
    db,
    sql`select kind, record_id, place, title || E'\n' || heading || E'\n' || body as text, ${digest} as digest
      from passages where ${isUnencoded}
      order by record_id desc limit ${limit}`,
  )

export interface EncodedPassage extends Omit<UnencodedPassage, 'text'> {
  /** Hexadecimal, as PostgreSQL reads it. */
  encoded: string
  /** The same as pgvector reads it. */
  embedding: string
}

/** One transaction at a time, so that the numbers grow in the order of commits. A text that has changed meanwhile is left out. */
export async function writeEncoded(tx: Tx, model: string, passages: EncodedPassage[]): Promise<void> {
  await lockVectors(tx)
  // Asked each time: another node may have set up pgvector since this one started.
  const uses_pgvector = await hasVectors(tx)
  await sql`update passages set encoded = new.encoded::bytea, model = ${model}, encoded_seq = nextval('encoded_passages')
      ${sql.raw(uses_pgvector ? ', embedding = new.embedding::vector' : '')}
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb)
      as new(kind text, record_id text, place integer, digest text, encoded text, embedding text)
    where passages.kind = new.kind and passages.record_id = new.record_id and passages.place = new.place
      and ${digest} = new.digest`.execute(tx)
}

/** Answers and suggestions from the index before are old. */
export const countChange = (tx: Tx, kinds: Kind[]) =>
  sql`update index_totals set version = version + 1 where kind = any(${kinds}::text[])`.execute(tx)

/** Queues vectors of other models to be made again; the old ones stay until then. Returns how many. */
export const outdate = (tx: Tx, model: string, limit: number): Promise<number> =>
  countAffected(
    tx,
    sql`update passages set model = null where (kind, record_id, place) in (
        select kind, record_id, place from passages where model <> ${model} limit ${limit})`,
  )

export interface EncodedVector {
  record_id: string
  place: number
  encoded: Buffer
  encoded_seq: number
}

export const encodedAfter = (
  db: Db,
  { kind, model, seq, limit }: { kind: Kind; model: string; seq: number; limit: number },
): Promise<EncodedVector[]> =>
  allRows(
    db,
    sql`select record_id, place, encoded, encoded_seq from passages
      where kind = ${sql.lit(kind)} and encoded_seq > ${seq} and model = ${model}
      order by encoded_seq limit ${limit}`,
  )
