import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { allRows, firstRow, firstValue, onlyRow, onlyValue } from '../../../db/rows.ts'
import { countsBy } from '../../incidents/counts/store.ts'
import { isResolved } from '../../incidents/where.ts'
import type { StoredRow } from '../../../kernel/schema.ts'
import type { Example, Reports } from './learning/training.ts'
import type { ModelVersion } from './model.ts'

export const versions = (db: Db): Promise<StoredRow<typeof ModelVersion>[]> =>
  allRows(db, sql`select version, trained_at, learned, fields from suggest_models order by version desc`)

export const newestVersion = (db: Db): Promise<number> =>
  onlyValue(db, sql`select coalesce(max(version), 0) from suggest_models`)

export const contentOf = (db: Db, version: number): Promise<Buffer | undefined> =>
  firstValue(db, sql`select content from suggest_models where version = ${version}`)

export interface History {
  available: number
  /** Those with enough incidents to learn from. */
  categories: string[]
  /** All of them in the history; of a training, those that it can suggest. */
  names: { category: string[]; assignment_group: string[] }
}

const resolved = sql`${isResolved} and deleted_at is null`

/** From the counters of totals, which have far fewer rows than there are incidents. */
export const historyOf = (db: Db): Promise<History> =>
  onlyRow(
    db,
    sql`with each as (
        select coalesce(category, '') as category, coalesce(assignment_group, '') as assignment_group, sum(n) as n
        from ${countsBy(['state', 'category', 'assignment_group'])} where ${isResolved}
        group by 1, 2 having sum(n) > 0)
      select coalesce(sum(n), 0)::integer as available,
        array(select lower(trim(category)) from each where trim(category) <> ''
          group by 1 having sum(n) >= 10 order by 1) as categories,
        jsonb_build_object('category', coalesce(jsonb_agg(distinct category), '[]'),
          'assignment_group', coalesce(jsonb_agg(distinct assignment_group), '[]')) as names
      from each`,
  )

export const lastTraining = (db: Db): Promise<History | undefined> =>
  firstRow(
    db,
    sql`select available, categories, jsonb_build_object(
        'category', coalesce(fields #> '{category,classes}', '[]'),
        'assignment_group', coalesce(fields #> '{assignment_group,classes}', '[]')) as names
      from suggest_models order by version desc limit 1`,
  )

const longestText = 8000

/** The next batch of the history, the newest first. A description often repeats the summary, which then counts once. */
export const examplesBefore = (
  db: Db,
  before: string | undefined,
  limit: number,
): Promise<(Example & { id: string })[]> =>
  allRows(
    db,
    sql`select id, case when starts_with(description, short_description) then '' else short_description || E'\\n' end
          || left(coalesce(description, ''), ${sql.lit(longestText)}) as text,
        category, subcategory, assignment_group, priority
      from incidents where ${resolved} ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc limit ${limit}`,
  )

const kept = 3

export async function insert(
  tx: Tx,
  { available, categories }: Pick<History, 'available' | 'categories'>,
  made: { rows: number; fields: Reports; content: Buffer },
): Promise<number> {
  const version = await onlyValue<number>(
    tx,
    sql`insert into suggest_models (learned, available, categories, fields, content)
      values (${made.rows}, ${available}, ${categories}, ${JSON.stringify(made.fields)}, ${made.content})
      returning version`,
  )
  await sql`delete from suggest_models where version not in (
      select version from suggest_models order by version desc limit ${sql.lit(kept)})`.execute(tx)
  return version
}

/** Deletes all models, for when their training data is gone. */
export const forget = (tx: Tx) => sql`delete from suggest_models`.execute(tx)
