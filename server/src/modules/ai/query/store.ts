import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { firstMatches } from '../../../db/first-matches.ts'
import { allRows, onlyRow } from '../../../db/rows.ts'
import { searchQuery } from '../../../db/search-query.ts'
import { maxCounted } from '../../../kernel/totals.ts'
import { totalFrom } from '../../incidents/counts/store.ts'
import { countedIn } from '../../incidents/days/store.ts'
import { firstMatchesByPart } from '../../incidents/words/store.ts'
import type { Condition, Meaning, Noun, Sort } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { countedOf, daySpanOf, indexedOf, whereOf } from './where.ts'

/** A record of an answer, with the field names of the API. */
export type FoundRecord = { id: string } & Record<string, unknown>

export interface Total {
  total: number
  /** False when there are more. */
  total_is_exact: boolean
}

export interface FoundRecords extends Total {
  records: FoundRecord[]
}

const maxRecords = 20

/** The total and the first records that match all conditions, in one statement so that they are consistent. */
export async function find(
  ctx: Ctx,
  { noun, conditions, sort, limit = maxRecords }: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>,
): Promise<FoundRecords> {
  const { total, records } = await onlyRow(
    ctx.db,
    sql<{ total: number; records: FoundRecord[] }>`
    select (${boundedTotalOf(ctx, noun, conditions)}) as total, (
      select coalesce(json_agg(page), '[]') from (
        select ${sql.raw(shownOf(noun))} from ${tableOf(noun)} where ${whereOf(ctx, noun, conditions)}
        order by ${orderOf(noun, sort)} limit ${sql.lit(Math.min(limit, maxRecords))}) as page) as records`,
  )
  return { ...asTotal(conditions, total), records }
}

const maxWords = 12
const maxCandidates = 30

/** Records with any of these words, the open ones first. */
export const findByWords = (
  ctx: Ctx,
  noun: Noun,
  words: string[],
  conditions: Condition[] = [],
): Promise<FoundRecord[]> => {
  const queries = words.slice(0, maxWords).map(searchQuery)
  const wanted = sql`(${sql.join(queries, sql` || `)})`
  const isOpen = sql.raw(schemas[noun].conditions.open ?? 'deleted_at is null')
  return allRows(
    ctx.db,
    sql<FoundRecord>`
    select ${sql.raw(shownOf(noun))} from ${tableOf(noun)} where ${whereOf(ctx, noun, conditions)} and search @@ ${wanted}
    order by (${isOpen}) desc, ts_rank(search, ${wanted}) desc, id desc limit ${sql.lit(maxCandidates)}`,
  )
}

/** An exact count. */
export async function count(ctx: Ctx, noun: Noun, conditions: Condition[]): Promise<number> {
  const total = sql<{ total: number }>`select (${totalOf(ctx, noun, conditions)}) as total`
  return (await onlyRow(ctx.db, total)).total
}

/** The same, but for words only up to the limit of a search. */
export async function countUpTo(ctx: Ctx, noun: Noun, conditions: Condition[]): Promise<Total> {
  const total = sql<{ total: number }>`select (${boundedTotalOf(ctx, noun, conditions)}) as total`
  return asTotal(conditions, (await onlyRow(ctx.db, total)).total)
}

const isSearch = (conditions: Condition[]) => conditions.some(({ field }) => field === 'text')

function boundedTotalOf(ctx: Ctx, noun: Noun, conditions: Condition[]) {
  if (!isSearch(conditions)) return totalOf(ctx, noun, conditions)
  const indexed = indexedOf(noun, conditions)
  const matching = indexed
    ? firstMatchesByPart({ columns: sql`id`, ...indexed })
    : firstMatches(sql`id`, sql`${tableOf(noun)} where ${whereOf(ctx, noun, conditions)}`)
  return sql`select count(*) from (${matching}) as matching`
}

const asTotal = (conditions: Condition[], counted: number): Total =>
  isSearch(conditions) && counted > maxCounted
    ? { total: maxCounted, total_is_exact: false }
    : { total: counted, total_is_exact: true }

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

/** Sorts by the columns of the table: the selected times are text under the same names, which no index covers. */
function orderOf(noun: Noun, { by, order }: Sort = { by: 'created_at', order: 'desc' }) {
  const { table, sorts } = schemas[noun]
  return sql.raw(`${table}.${sorts.includes(by) ? by : 'created_at'} ${order}, ${table}.id ${order}`)
}
