import type { Db, Tx } from '../../../db/ctx.ts'
import { run } from '../../../db/statement.ts'
import type { Example, Reports } from './learning/training.ts'

export interface ModelRow {
  version: number
  trained_at: Date
  learned: number
  fields: Reports
}

export const versions = (db: Db): Promise<ModelRow[]> =>
  run(db, () => `select version, trained_at, learned, fields from suggest_models order by version desc`)

export async function newestVersion(db: Db): Promise<number> {
  const [newest] = await run<{ version: number }>(
    db,
    () => `select coalesce(max(version), 0) as version from suggest_models`,
  )
  return newest!.version
}

export async function contentOf(db: Db, version: number): Promise<Buffer | undefined> {
  const [row] = await run<{ content: Buffer }>(
    db,
    ($) => `select content from suggest_models where version = ${$(version)}`,
  )
  return row?.content
}

export interface History {
  available: number
  categories: string[]
}

const resolved = `state in ('resolved', 'closed') and deleted_at is null`

/** From the counts that are kept for totals: as many rows as there are kinds of incidents, not as there are incidents. */
export async function historyOf(db: Db): Promise<History> {
  const [history] = await run<History>(
    db,
    () => `select coalesce(sum(n), 0)::integer as available,
        coalesce(array_agg(category order by category) filter (where category <> '' and n >= 10), '{}') as categories
      from (select lower(trim(coalesce(category, ''))) as category, sum(n) as n
        from incident_counts where state in ('resolved', 'closed') group by 1) as each`,
  )
  return history!
}

export async function lastTraining(db: Db): Promise<(History & { version: number }) | undefined> {
  const [last] = await run<History & { version: number }>(
    db,
    () => `select version, available, categories from suggest_models order by version desc limit 1`,
  )
  return last
}

const longestText = 8000

/** The next batch of the history, the newest first. A description often repeats the summary, which then counts once. */
export const examplesBefore = (
  db: Db,
  before: string | undefined,
  limit: number,
): Promise<(Example & { id: string })[]> =>
  run(
    db,
    (
      $,
    ) => `select id, case when starts_with(description, short_description) then '' else short_description || E'\\n' end
          || left(coalesce(description, ''), ${longestText}) as text,
        category, subcategory, assignment_group, priority
      from incidents where ${resolved} ${before === undefined ? '' : `and id < ${$(before)}`}
      order by id desc limit ${$(limit)}`,
  )

const kept = 3

export async function insert(
  tx: Tx,
  { available, categories }: History,
  made: { learned: number; fields: Reports; content: Buffer },
): Promise<number> {
  const [row] = await run<{ version: number }>(
    tx,
    ($) => `insert into suggest_models (learned, available, categories, fields, content)
      values (${$(made.learned)}, ${$(available)}, ${$(categories)}, ${$(JSON.stringify(made.fields))}, ${$(made.content)})
      returning version`,
  )
  await run(
    tx,
    () => `delete from suggest_models where version not in (
      select version from suggest_models order by version desc limit ${kept})`,
  )
  return row!.version
}

/** Deletes all models, for when their training data is gone. */
export const forget = (tx: Tx) => run(tx, () => `delete from suggest_models`)
