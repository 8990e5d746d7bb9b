import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { sharing } from '../../db/gather.ts'
import { isOneOf } from '../records/noun.ts'
import { allOf, type Condition } from '../records/store.ts'
import { conditionOf, givenOf, matches, type IncidentFilters } from './list-conditions.ts'
import { totalOf } from './list-total.ts'
import { incident } from './model.ts'
import { searchPage, type PageSource } from './search-page.ts'
import { shownJson } from './store.ts'
import { isUnderWay, states } from './transitions.ts'

export const read = (ctx: Ctx, query: IncidentFilters, request: PageRequest): Promise<JsonPage> =>
  list(ctx.db, ctx.config.base_url, { ...query, ...(query.q && { q: query.q.trim() }) }, request)

const typeOf = (sort: string) => (sort.endsWith('_at') ? 'timestamptz' : 'text')

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
  const query = statement(baseUrl, filters, request).compile(db)
  // When something happens, everybody who looks at a list asks for it again at the same moment.
  const [row] = await shared(
    db,
    `${query.sql} ${JSON.stringify(query.parameters)}`,
    async () => (await db.executeQuery(query)).rows,
  )
  const { data, more, last_id, last_sort, total, total_is_exact } = row!
  return { data, next: more ? [last_sort, last_id] : undefined, total, total_is_exact }
}

const shared = sharing<Row[]>()

function statement(baseUrl: string, filters: IncidentFilters, request: PageRequest): RawBuilder<Row> {
  const limit = sql.lit(request.limit)
  const sort = sql.ref(request.sort)
  const { parts, total, total_is_exact } = sourceOf(filters, request)
  return sql`with ${parts},
    page as (
      select row_number() over () as n, id, ${sort}, ${shownJson(baseUrl)} as json from found)
    select '[' || coalesce(string_agg(json, ',') filter (where n <= ${limit}), '') || ']' as data,
      count(*) > ${limit} as more,
      max(id) filter (where n = ${limit}) as last_id,
      max(${typeOf(request.sort) === 'text' ? sort : sql`iso(${sort})`}) filter (where n = ${limit}) as last_sort,
      (${total}) as total, (${total_is_exact}) as total_is_exact
    from page`
}

function sourceOf(filters: IncidentFilters, request: PageRequest): PageSource {
  const { order, limit, after, page } = request
  const given = givenOf(filters)
  const conditions = [
    sql<boolean>`deleted_at is null`,
    ...given.map((name) => conditionOf(name, filters[name])),
  ]
  const sort = sql.ref(request.sort)
  const direction = sql.raw(order)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start: Condition[] = after
    ? [sql`(${sort}, id) ${beyond} (${after[0]}::${sql.raw(typeOf(request.sort))}, ${after[1]})`]
    : []
  // One row more than asked, to know whether another page follows.
  const sorted = sql`order by ${sort} ${direction}, id ${direction}`
  const end = sql`${sorted} limit ${sql.lit(limit + 1)} offset ${sql.lit(after ? 0 : (page - 1) * limit)}`
  const columns = sql`id, ${sort}, body`
  const rows = rowsBy(request.sort, filters)
  if (filters.q) {
    const others = conditions.filter((_, i) => given[i - 1] !== 'q')
    const search = {
      rows,
      columns,
      conditions,
      others,
      matches: matches(filters.q),
      start,
      order: sorted,
      end,
      limit,
    }
    return searchPage(search)
  }
  return {
    parts: sql`found as (select ${columns} from ${rows}
      where ${allOf([...conditions, ...start])} ${end})`,
    total: totalOf(filters, given, conditions),
    total_is_exact: sql`true`,
  }
}

const halves = [states.filter(isUnderWay), states.filter((state) => !isUnderWay(state))]

/** The order by SLA has one index of the open incidents and one of the others, which PostgreSQL merges. */
function rowsBy(sort: string, { state, sla }: IncidentFilters): RawBuilder<unknown> {
  if (sort !== 'sla_breach_at') return sql`incidents`
  const asked = sla ? incident.open_states : (state?.split(',') ?? states)
  const parts = halves
    .filter((half) => half.some((each) => asked.includes(each)))
    .map((half) => sql`select * from incidents where ${sql.raw(isOneOf('state', half))}`)
  return sql`(${sql.join(parts, sql` union all `)}) as incidents`
}
