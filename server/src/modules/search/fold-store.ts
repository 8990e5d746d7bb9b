import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/ctx.ts'
import { firstRow } from '../../db/rows.ts'

export const hasSearchesToFold: RawBuilder<boolean> = sql`exists (select from searches_to_fold)`

/** Writers of these records wait for a step. */
const perStep = 2000

/** Writes the search of the next records of a table again, where their words have letters that are folded since 0073. */
export async function foldNextSearches(tx: Tx): Promise<void> {
  const next = await firstRow<{ table_name: string; next_before: string | null }>(
    tx,
    sql`select table_name, next_before from searches_to_fold order by table_name desc limit 1 for update`,
  )
  if (!next) return
  const { table_name, next_before } = next
  const table = sql.table(table_name)
  // No field changes; the id is one of those from which the search is written.
  const done = await firstRow<{ last: string | null }>(
    tx,
    sql`with step as materialized (
        select id, search::text as words from ${table}
        where ${next_before === null ? sql`true` : sql`id < ${next_before}`} order by id desc limit ${sql.lit(perStep)}),
      folding as (
        update ${table} as record set id = record.id from step
        where record.id = step.id and octet_length(words) <> length(words) and words <> folded(words))
      select min(id) as last from step`,
  )
  await (
    done?.last
      ? sql`update searches_to_fold set next_before = ${done.last} where table_name = ${table_name}`
      : sql`delete from searches_to_fold where table_name = ${table_name}`
  ).execute(tx)
}
