import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows, onlyRow } from '../../../db/rows.ts'
import { totalFrom } from '../../incidents/counts/store.ts'
import { countedIn } from '../../incidents/days/store.ts'
import type { Condition, Meaning, Noun, Sort } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { countedOf, daySpanOf, whereOf } from './where.ts'

/** A record as an answer shows it; its title is under the name that the interface gives it. */
export type FoundRecord = { id: string } & Record<string, unknown>

export interface Found {
  total: number
  records: FoundRecord[]
}

const maxRecords = 20

/** The records of one kind that fulfil all conditions: how many there are, and the first of them. One statement, one moment. */
export const find = (
  ctx: Ctx,
  { noun, conditions, sort, limit = maxRecords }: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>,
): Promise<Found> =>
  onlyRow(
    ctx.db,
    sql`
    select (${totalOf(ctx, noun, conditions)}) as total, (
      select coalesce(json_agg(page), '[]') from (
        select ${sql.raw(shownOf(noun))} from ${tableOf(noun)} where ${whereOf(ctx, noun, conditions)}
        order by ${orderOf(noun, sort)} limit ${sql.lit(Math.min(limit, maxRecords))}) as page) as records`,
  )

const maxWords = 12
const maxCandidates = 30

/** Records with any of these words, the open ones first. */
export const findByWords = (ctx: Ctx, noun: Noun, words: string[]): Promise<FoundRecord[]> => {
  const queries = words.slice(0, maxWords).map((word) => sql`websearch_to_tsquery('english', ${word})`)
  const wanted = sql`(${sql.join(queries, sql` || `)})`
  const isOpen = sql.raw(schemas[noun].conditions.open ?? 'deleted_at is null')
  return allRows(
    ctx.db,
    sql<FoundRecord>`
    select ${sql.raw(shownOf(noun))} from ${tableOf(noun)} where ${whereOf(ctx, noun, [])} and search @@ ${wanted}
    order by (${isOpen}) desc, ts_rank(search, ${wanted}) desc, id desc limit ${sql.lit(maxCandidates)}`,
  )
}

export async function count(ctx: Ctx, noun: Noun, conditions: Condition[]): Promise<number> {
  const total = sql<{ total: number }>`select (${totalOf(ctx, noun, conditions)}) as total`
  return (await onlyRow(ctx.db, total)).total
}

export const tableOf = (noun: Noun) => sql.raw(schemas[noun].table)

function totalOf(ctx: Ctx, noun: Noun, conditions: Condition[]) {
  const counted = countedOf(noun, conditions)
  if (counted) return totalFrom(counted)
  const span = daySpanOf(ctx, noun, conditions)
  return span
    ? countedIn(span)
    : sql`select count(*) from ${tableOf(noun)} where ${whereOf(ctx, noun, conditions)}`
}

const isTimeColumn = (column: string) => column.endsWith('_at') || column.startsWith('planned_')

const shownOf = (noun: Noun) =>
  ['id', schemas[noun].title, ...schemas[noun].shown]
    .map((column) => (isTimeColumn(column) ? `iso(${column}) as ${column}` : column))
    .join(', ')

/** Of the table: what is shown has times as text under the same names, which no index is sorted by. */
function orderOf(noun: Noun, { by, order }: Sort = { by: 'created_at', order: 'desc' }) {
  const { table, sorts } = schemas[noun]
  return sql.raw(`${table}.${sorts.includes(by) ? by : 'created_at'} ${order}, ${table}.id ${order}`)
}
