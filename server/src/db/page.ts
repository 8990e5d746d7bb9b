import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from './ctx.ts'

/** The start of a page: after the row with these sort values (keyset), or by page number. */
export interface PageRequest {
  sort: string
  order: 'asc' | 'desc'
  limit: number
  after: Position | undefined
  page: number
  /** The sort column is nullable; rows without a value come last in either order. */
  is_optional?: boolean
}

export type Position = [sortValue: string | number | null, id: string | number]

export interface Page<Row> {
  rows: Row[]
  next: Position | undefined
  total: number
}

/** A page whose rows PostgreSQL has already serialised as a JSON array. */
export interface JsonPage {
  data: string
  next: Position | undefined
  total: number
}

/**
 * One page of a filtered query, and the exact total. `query` has its filters but no order;
 * ties of the sort column break by `id`. Reads one row more than asked to know whether another page follows.
 */
export async function readPage<
  Row extends { id: string | number },
  Tables = never,
  Table extends keyof Tables = keyof Tables,
>(db: Db, query: SelectQueryBuilder<Tables, Table, Row>, request: PageRequest): Promise<Page<Row>> {
  const { sort, order, limit, after, page, is_optional } = request
  const never = order === 'asc' ? 'infinity' : '-infinity'
  const column = is_optional
    ? sql<string>`coalesce(${sql.ref(sort)}, ${sql.lit(never)})`
    : sql.ref<string>(sort)
  const direction = sql.raw(order)
  let paged = query.orderBy(sql`${column} ${direction}, id ${direction}`).limit(limit + 1)
  if (after)
    paged = paged.where(
      sql<boolean>`(${column}, id) ${sql.raw(order === 'asc' ? '>' : '<')} (${after[0] ?? never}, ${after[1]})`,
    )
  else if (page > 1) paged = paged.offset((page - 1) * limit)
  const counting = sql<{ total: number }>`select count(*) as total from (${query}) as matching`.execute(db)
  const [found, counted] = await Promise.all([paged.execute() as Promise<Row[]>, counting])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? positionOf(last, sort) : undefined
  return { rows, next, total: counted.rows[0]!.total }
}

function positionOf(row: { id: string | number }, sort: string): Position {
  const value = (row as Record<string, unknown>)[sort]
  return [value instanceof Date ? value.toISOString() : (value as string | number | null), row.id]
}
