import { sql, type RawBuilder } from 'kysely'
import type { Db } from './ctx.ts'
import { boundedTotal, maxCounted } from '../kernel/totals.ts'
import { allRows, onlyValue } from './rows.ts'

/** The start of a page: after the row with these sort values (keyset), or by page number. */
export interface PageRequest {
  sort: string
  order: 'asc' | 'desc'
  limit: number
  after: Position | undefined
  page: number
  /** The sort column is nullable; rows without a value come last in either order. */
  is_optional?: boolean
  /** Nobody reads the total, and counting is slow. */
  without_total?: boolean
  /** The list grows for years: matches are counted up to a bound. */
  has_bounded_total?: boolean
}

export type Position = [sortValue: string | number | null, id: string | number]

interface PageEnd {
  next: Position | undefined
  total: number
  /** False when there are more than `total`. */
  total_is_exact?: boolean
}

export interface Page<Row> extends PageEnd {
  rows: Row[]
}

/** A page whose rows PostgreSQL has already serialised as a JSON array. */
export interface JsonPage extends PageEnd {
  data: string
}

/** Lists of names are looked through from A to Z, whatever their case. */
const namesOfThings = new Set(['name', 'email'])

/**
 * One page of a select, and the total. `select` has its filters but no order; ties of the sort column break by `id`.
 * Reads one extra row to know whether another page follows.
 */
export async function readPage<Row extends { id: string | number }>(
  db: Db,
  select: RawBuilder<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { sort, order, limit, after, page, is_optional, without_total, has_bounded_total } = request
  const key = (value: RawBuilder<unknown>) => (namesOfThings.has(sort) ? sql`lower(${value})` : value)
  const column = key(sql.ref(sort))
  const direction = sql.raw(order)
  const start = after ? sql`where ${isBeyond(after, { column, key, order, is_optional })}` : sql``
  const offset = !after && page > 1 ? sql`offset ${(page - 1) * limit}` : sql``
  const counted = has_bounded_total
    ? sql`select from (${select}) as matching limit ${sql.lit(maxCounted + 1)}`
    : select
  const [found, total] = await Promise.all([
    allRows<Row>(
      db,
      sql`select * from (${select}) as listed ${start}
        order by ${is_optional ? sql`${column} is null, ` : sql``}${column} ${direction}, id ${direction} limit ${limit + 1} ${offset}`,
    ),
    without_total ? 0 : onlyValue<number>(db, sql`select count(*) from (${counted}) as counted`),
  ])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows,
    next: found.length > limit && last ? positionOf(last, sort) : undefined,
    ...(has_bounded_total ? boundedTotal(total) : { total }),
  }
}

type Order = Pick<PageRequest, 'order' | 'is_optional'> & {
  column: RawBuilder<unknown>
  key: (value: RawBuilder<unknown>) => RawBuilder<unknown>
}

function isBeyond([value, id]: Position, { column, key, order, is_optional }: Order): RawBuilder<boolean> {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  if (is_optional && value === null) return sql`${column} is null and id ${beyond} ${id}`
  const isLater = sql<boolean>`(${column}, id) ${beyond} (${key(sql`${value}`)}, ${id})`
  return is_optional ? sql`(${isLater} or ${column} is null)` : isLater
}

function positionOf(row: { id: string | number }, sort: string): Position {
  const value = (row as Record<string, unknown>)[sort]
  return [value instanceof Date ? value.toISOString() : (value as string | number | null), row.id]
}
