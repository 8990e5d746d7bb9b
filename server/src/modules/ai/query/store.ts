import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { firstMatches } from '../../../db/first-matches.ts'
import { allRows, onlyRow } from '../../../db/rows.ts'
import { maxCounted } from '../../../kernel/totals.ts'
import { countsBy, isCountedField, totalFrom } from '../../incidents/counts/store.ts'
import {
  countedByDay,
  countedIn,
  dayRowsBy,
  isDayFacet,
  resolvedBy,
  type DayFacets,
} from '../../incidents/days/store.ts'
import { firstMatchesByPart } from '../../incidents/words/store.ts'
import type { Condition, GroupField, Measure, Meaning, Noun, Sort } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { countedOf, daySpanOf, indexedOf, whereOf } from './where.ts'

/** A record as an answer shows it; its title is under the name that the interface gives it. */
export type FoundRecord = { id: string } & Record<string, unknown>

interface Total {
  total: number
  /** False when there are more. */
  total_is_exact: boolean
}

export interface Found extends Total {
  records: FoundRecord[]
}

const maxRecords = 20

/** The records of one kind that fulfil all conditions: how many there are, and the first of them. One statement, one moment. */
export async function find(
  ctx: Ctx,
  { noun, conditions, sort, limit = maxRecords }: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>,
): Promise<Found> {
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

/** Exact, however long it takes. */
export async function count(ctx: Ctx, noun: Noun, conditions: Condition[]): Promise<number> {
  const total = sql<{ total: number }>`select (${totalOf(ctx, noun, conditions)}) as total`
  return (await onlyRow(ctx.db, total)).total
}

/** The same, but of words only as many as a search counts. */
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

const tableOf = (noun: Noun) => sql.raw(schemas[noun].table)

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

export interface Group {
  value: string | null
  count: number
  /** Minutes, where a time is measured. */
  minutes: number | null
}

const maxGroups = 20

/** How many there are of each value, or how long they took; the greatest first, periods in their order. */
export async function groups(
  ctx: Ctx,
  { noun, conditions, group_by: by, measure = 'count' }: Omit<Meaning, 'intent'>,
): Promise<{ groups: Group[]; total: number }> {
  const isTimed = measure !== 'count'
  const known = measure === 'median_time' ? undefined : isTimed ? pretimed : precounted
  const source = known?.(ctx, noun, conditions, by) ?? {
    value: by ? valueOf(noun, by) : 'null::text',
    n: '1',
    minutes: isTimed ? 'extract(epoch from resolved_at - created_at) / 60' : 'null',
    rows: sql`${tableOf(noun)} where ${whereOf(ctx, noun, conditions)}${sql.raw(isTimed ? ' and resolved_at is not null' : '')}`,
  }
  const columns = `${source.value} as value, ${source.n} as n, (${source.minutes})::float8 as minutes`
  const order =
    by && isPeriod(by) ? 'value desc' : isTimed ? 'minutes desc nulls last, value' : 'count desc, value'
  const rows = await allRows(
    ctx.db,
    sql<Group & { total: number }>`
    select value, sum(n)::bigint as count, ${sql.raw(minutesOf(measure))} as minutes, sum(sum(n)) over ()::bigint as total
    from (select ${sql.raw(columns)} from ${source.rows}) as counted
    group by value having sum(n) > 0 order by ${sql.raw(order)} limit ${sql.lit(maxGroups)}`,
  )
  return {
    total: rows[0]?.total ?? 0,
    groups: rows.map(({ value, count, minutes }) => ({ value, count, minutes })),
  }
}

/** The counts that are kept as incidents are written, or the days that are counted; undefined if they do not know it. */
function precounted(ctx: Ctx, noun: Noun, conditions: Condition[], by: GroupField | undefined) {
  const counted = by && isCountedField(by) ? countedOf(noun, conditions, [by]) : undefined
  if (by && isCountedField(by) && counted) {
    const where = sql.join([sql`true`, ...counted.map(([, condition]) => condition)], sql` and `)
    const rows = sql`${countsBy([by, ...counted.map(([field]) => field)])} where ${where}`
    return { value: by as string, n: 'n', minutes: 'null', rows }
  }
  const span = by && isPeriod(by) ? daySpanOf(ctx, noun, conditions, { column: 'created_at' }) : undefined
  const value = periodOf('date::timestamp', by as Period)
  return span && { value, n: 'n', minutes: 'null', rows: sql`(${countedByDay(span)}) as days` }
}

/** The same of how long it took: what was resolved on each day, and the time of all of it. */
function pretimed(ctx: Ctx, noun: Noun, conditions: Condition[], by: GroupField | undefined) {
  if (by && !isDayFacet(by)) return undefined
  const rowsOf = (facets: DayFacets) => dayRowsBy(by, facets)
  const span = daySpanOf(ctx, noun, conditions, { column: 'resolved_at', rowsOf })
  return span && { value: 'value', n: 'n', minutes: 'minutes', rows: sql`(${resolvedBy(span, by)}) as days` }
}

type Period = 'day' | 'week' | 'month'
const isPeriod = (by: GroupField): by is Period => by === 'day' || by === 'week' || by === 'month'
const periodOf = (time: string, by: Period) =>
  `to_char(date_trunc('${by}', ${time}), '${by === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}')`

function valueOf(noun: Noun, by: GroupField): string {
  if (isPeriod(by)) return periodOf(`created_at at time zone 'UTC'`, by)
  const column = schemas[noun].columnOf(by) ?? 'null::text'
  return column === 'ci_ids' ? 'unnest(ci_ids)' : column
}

const minutesOf = (measure: Measure) =>
  measure === 'count'
    ? 'null::float8'
    : measure === 'median_time'
      ? 'percentile_cont(0.5) within group (order by minutes)'
      : 'sum(minutes) / sum(n)::float8'
