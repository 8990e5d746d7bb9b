import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { sharing } from '../../db/gather.ts'
import { onlyRow } from '../../db/rows.ts'
import {
  conditionOf,
  conditionsOf,
  givenOf,
  matches,
  statesOf,
  type IncidentFilters,
} from './list-conditions.ts'
import { orderOf, typeOf } from './list-order.ts'
import { totalOf } from './list-total.ts'
import type { IndexedFilters } from './words/store.ts'
import { searchPage, type PageSource } from './search-page.ts'
import { jsonColumns, jsonExpression } from './store.ts'

export const read = (ctx: Ctx, query: IncidentFilters, request: PageRequest): Promise<JsonPage> =>
  list(ctx.db, ctx.config.base_url, { ...query, ...(query.q && { q: query.q.trim() }) }, request)

interface Row {
  data: string
  more: boolean
  last_id: string
  last_sort: string
  total: number
  total_is_exact: boolean
}

/** One statement for the page and the total, so that they are consistent. */
async function list(
  db: Db,
  baseUrl: string,
  filters: IncidentFilters,
  request: PageRequest,
): Promise<JsonPage> {
  // After an event, all open consoles reload their lists at the same moment. The statement is composed only when it runs,
  // because that takes a sixth of such a request.
  const { data, more, last_id, last_sort, total, total_is_exact } = await shared(
    db,
    JSON.stringify([baseUrl, filters, request]),
    () => onlyRow(db, statement(baseUrl, filters, request)),
  )
  return { data, next: more ? [last_sort, last_id] : undefined, total, total_is_exact }
}

const shared = sharing<Row>()

function statement(baseUrl: string, filters: IncidentFilters, request: PageRequest): RawBuilder<Row> {
  const limit = sql.lit(request.limit)
  const sort = sql.ref(request.sort)
  const { parts, total, total_is_exact } = sourceOf(filters, request)
  return sql`with ${parts},
    page as (
      select row_number() over () as n, id, ${sort}, ${jsonExpression(baseUrl)} as json from found)
    select '[' || coalesce(string_agg(json, ',') filter (where n <= ${limit}), '') || ']' as data,
      count(*) > ${limit} as more,
      max(id) filter (where n = ${limit}) as last_id,
      max(${typeOf(request.sort) === 'text' ? sort : sql`iso(${sort})`}) filter (where n = ${limit}) as last_sort,
      (${total}) as total, (${total_is_exact}) as total_is_exact
    from page`
}

/** Undefined if there are other filters. */
function indexedOf(filters: IncidentFilters): IndexedFilters | undefined {
  const { priority, sla } = filters
  if (!givenOf(filters).every((name) => name === 'state' || name === 'priority' || name === 'sla'))
    return undefined
  return {
    state: statesOf(filters),
    priority: priority?.split(','),
    rest: sla && conditionOf('sla', sla),
  }
}

function sourceOf(filters: IncidentFilters, request: PageRequest): PageSource {
  const { q, ...others } = filters
  const { without_total } = request
  const conditions = conditionsOf(others)
  const order = orderOf(request, filters)
  if (q)
    return searchPage({
      matches: matches(q),
      others: conditions,
      indexed: indexedOf(others),
      order,
      without_total,
    })
  const last = request.after ? request.limit : request.page * request.limit
  const { sort, end, firstRows } = order
  return {
    parts: sql`found as (
      select * from (${firstRows(sql`id, ${sort}, ${jsonColumns}`, conditions, last + 1)}) as first ${end})`,
    total: without_total ? sql`0` : totalOf(others, conditions),
    total_is_exact: sql`true`,
  }
}
