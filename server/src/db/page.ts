import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from './ctx.ts'
import type { Tables } from './tables.ts'

/** Where a page starts: behind the row with these sort values (keyset), or so many pages in. */
export interface PageRequest {
  sort: string
  order: 'asc' | 'desc'
  limit: number
  after: Position | undefined
  page: number
  /** The sort column is a time that some rows lack: they come last, whatever the order. */
  is_optional?: boolean
}

export type Position = [sortValue: string | number | null, id: string | number]

export interface Page<Row> {
  rows: Row[]
  next: Position | undefined
  total: number
}

/** A page whose rows PostgreSQL has already written as a JSON array. */
export interface JsonPage {
  data: string
  next: Position | undefined
  total: number
}

type Rows<Row> = SelectQueryBuilder<Tables, never, Row>

/**
 * One page of a filtered query, and the exact total. `query` has its filters but no order;
 * ties of the sort column break by `id`. Reads one row more than asked to know whether another page follows.
 */
export async function readPage<Row extends { id: string | number }>(
  db: Db,
  query: Rows<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
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
  const [found, total] = await Promise.all([paged.execute(), count(db, query)])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? positionOf(last, sort) : undefined, total }
}

async function count<Row>(db: Db, query: Rows<Row>): Promise<number> {
  const counted = await db
    .selectFrom(query.as('counted') as never)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return (counted as { total: number }).total
}

function positionOf(row: { id: string | number }, sort: string): Position {
  const value = (row as Record<string, unknown>)[sort]
  return [value instanceof Date ? value.toISOString() : (value as string | number | null), row.id]
}
