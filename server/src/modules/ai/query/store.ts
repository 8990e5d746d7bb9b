import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { allRows, onlyRow } from '../../../db/rows.ts'
import { countedBy } from '../../incidents/model.ts'
import type { Condition, GroupField, Measure, Meaning, Noun, Sort } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { countedWhere, isCounted, whereOf, type Asker } from './where.ts'

/** A record as an answer shows it; its title is under the name that the interface gives it. */
export type FoundRecord = { id: string } & Record<string, unknown>

export interface Found {
  total: number
  records: FoundRecord[]
}

const mostRecords = 20

/** The records of one kind that fulfil all conditions: how many there are, and the first of them. One statement, one moment. */
export const find = (
  db: Db,
  { noun, conditions, sort, limit = mostRecords }: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>,
  asker: Asker,
): Promise<Found> =>
  onlyRow(
    db,
    sql`
    select (${totalOf(noun, conditions, asker)}) as total, (
      select coalesce(json_agg(page), '[]') from (
        select ${sql.raw(shownOf(noun))} from ${tableOf(noun)} where ${whereOf(noun, conditions, asker)}
        order by ${orderOf(noun, sort)} limit ${sql.lit(Math.min(limit, mostRecords))}) as page) as records`,
  )

const mostWords = 12
const mostCandidates = 30

/** Records with any of these words, the open ones first. */
export const findByWords = (db: Db, noun: Noun, words: string[], asker: Asker): Promise<FoundRecord[]> => {
  const queries = words.slice(0, mostWords).map((word) => sql`websearch_to_tsquery('english', ${word})`)
  const wanted = sql`(${sql.join(queries, sql` || `)})`
  const { conditions } = schemas[noun]
  const isOpen = sql.raw(conditions.open ?? 'true')
  return allRows(
    db,
    sql<FoundRecord>`
    select ${sql.raw(shownOf(noun))} from ${tableOf(noun)} where ${whereOf(noun, [], asker)} and search @@ ${wanted}
    order by (${isOpen}) desc, ts_rank(search, ${wanted}) desc, id desc limit ${sql.lit(mostCandidates)}`,
  )
}

export async function count(db: Db, noun: Noun, conditions: Condition[], asker: Asker): Promise<number> {
  const { total } = await onlyRow(
    db,
    sql<{ total: number }>`select (${totalOf(noun, conditions, asker)}) as total`,
  )
  return total
}

const tableOf = (noun: Noun) => sql.raw(schemas[noun].table)

const totalOf = (noun: Noun, conditions: Condition[], asker: Asker) =>
  isCounted(noun, conditions)
    ? sql`select coalesce(sum(n), 0)::bigint from incident_counts where ${countedWhere(conditions)}`
    : sql`select count(*) from ${tableOf(noun)} where ${whereOf(noun, conditions, asker)}`

const isTimeColumn = (column: string) => column.endsWith('_at') || column.startsWith('planned_')

const shownOf = (noun: Noun) =>
  ['id', schemas[noun].title, ...schemas[noun].shown]
    .map((column) => (isTimeColumn(column) ? `iso(${column}) as ${column}` : column))
    .join(', ')

const orderOf = (noun: Noun, { by, order }: Sort = { by: 'created_at', order: 'desc' }) =>
  sql.raw(`${schemas[noun].sorts.includes(by) ? by : 'created_at'} ${order}, id ${order}`)

export interface Group {
  value: string | null
  count: number
  /** Minutes, where a time is measured. */
  minutes: number | null
}

const mostGroups = 20

/** How many there are of each value, or how long they took; the greatest first, periods in their order. */
export async function groups(
  db: Db,
  { noun, conditions }: Pick<Meaning, 'noun' | 'conditions'>,
  { by, measure }: { by?: GroupField; measure: Measure },
  asker: Asker,
): Promise<{ groups: Group[]; total: number }> {
  const value = by ? valueOf(noun, by) : 'null::text'
  const isTimed = measure !== 'count'
  if (by && !isTimed && isCounted(noun, conditions) && countedBy.has(by))
    return countedGroups(db, conditions, by)
  const order =
    by && isPeriod(by) ? 'value desc' : isTimed ? 'minutes desc nulls last, value' : 'count desc, value'
  const rows = await allRows(
    db,
    sql<Group & { total: number }>`
    select value, count(*) as count, ${sql.raw(minutesOf(measure))} as minutes, sum(count(*)) over ()::bigint as total
    from (select ${sql.raw(value)} as value${sql.raw(isTimed ? ', resolved_at - created_at as taken' : '')} from ${tableOf(noun)}
      where ${whereOf(noun, conditions, asker)}${sql.raw(isTimed ? ' and resolved_at is not null' : '')}) as counted
    group by value order by ${sql.raw(order)} limit ${sql.lit(mostGroups)}`,
  )
  return withTotal(rows)
}

const withTotal = (rows: (Group & { total: number })[]) => ({
  total: rows[0]?.total ?? 0,
  groups: rows.map(({ value, count, minutes }) => ({ value, count, minutes })),
})

/** From the counts that are kept as incidents are written. */
async function countedGroups(db: Db, conditions: Condition[], by: GroupField) {
  const rows = await allRows<Group & { total: number }>(
    db,
    sql`select ${sql.raw(by)} as value, sum(n)::bigint as count, null::float8 as minutes, sum(sum(n)) over ()::bigint as total
      from incident_counts where ${countedWhere(conditions)}
      group by 1 having sum(n) > 0 order by 2 desc, 1 limit ${sql.lit(mostGroups)}`,
  )
  return withTotal(rows)
}

const isPeriod = (by: GroupField) => by === 'day' || by === 'week' || by === 'month'

function valueOf(noun: Noun, by: GroupField): string {
  if (isPeriod(by))
    return `to_char(date_trunc('${by}', created_at at time zone 'UTC'), '${by === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}')`
  const column = schemas[noun].columnOf(by) ?? 'null::text'
  return column === 'ci_ids' ? 'unnest(ci_ids)' : column
}

const minutesOf = (measure: Measure) =>
  measure === 'count'
    ? 'null::float8'
    : measure === 'mean_time'
      ? '(extract(epoch from avg(taken)) / 60)::float8'
      : '(extract(epoch from percentile_cont(0.5) within group (order by taken)) / 60)::float8'
