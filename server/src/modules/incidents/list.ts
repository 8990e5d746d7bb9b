import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { sharing } from '../../db/gather.ts'
import type { ListFilters } from '../records/noun.ts'
import { allOf, type Condition } from '../records/store.ts'
import { countedBy, incident } from './model.ts'
import { shownJson } from './store.ts'

type IncidentFilters = ListFilters<typeof incident>
type FilterName = keyof IncidentFilters
const filterNames = Object.keys(incident.filters) as FilterName[]

export const read = (ctx: Ctx, query: IncidentFilters, request: PageRequest): Promise<JsonPage> =>
  list(ctx.db, ctx.config.base_url, { ...query, ...(query.q && { q: query.q.trim() }) }, request)

const typeOf = (sort: string) => (sort.endsWith('_at') ? 'timestamptz' : 'text')

interface Row {
  data: string
  more: boolean
  last_id: string
  last_sort: string
  total: number
}

/** One statement for the page and the total, so that they are consistent. */
async function list(
  db: Db,
  baseUrl: string,
  filters: IncidentFilters,
  request: PageRequest,
): Promise<JsonPage> {
  const query = statement(baseUrl, filters, request).compile(db)
  // After an event, all open consoles reload their lists at the same moment.
  const [row] = await shared(
    db,
    `${query.sql} ${JSON.stringify(query.parameters)}`,
    async () => (await db.executeQuery(query)).rows,
  )
  const { data, more, last_id, last_sort, total } = row!
  return { data, next: more ? [last_sort, last_id] : undefined, total }
}

const shared = sharing<Row[]>()

function statement(baseUrl: string, filters: IncidentFilters, request: PageRequest): RawBuilder<Row> {
  const { order, limit, after, page } = request
  const given = filterNames.filter((name) => filters[name] !== undefined && filters[name] !== '')
  const conditionsOn = (names: FilterName[]) => names.map((name) => conditionOf(name, filters[name]))
  const facetConditions = conditionsOn(given.filter((name) => countedBy.has(name)))
  const otherConditions = conditionsOn(given.filter((name) => !countedBy.has(name)))
  const conditions: Condition[] = [sql`deleted_at is null`, ...facetConditions, ...otherConditions]
  const sort = sql.ref(request.sort)
  const type = typeOf(request.sort)
  const direction = sql.raw(order)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start: Condition[] = after
    ? [sql`(${sort}, id) ${beyond} (${after[0]}::${sql.raw(type)}, ${after[1]})`]
    : []
  const offset = sql.lit(after ? 0 : (page - 1) * limit)
  // A text search is done once, and serves the page and the total.
  const matching = sql`matching as materialized (select id from incidents where ${every(conditions)}),`
  const source: Condition[] = filters.q ? [sql`id in (select id from matching)`] : conditions
  return sql`with ${filters.q ? matching : sql``}
    page as (
      select row_number() over () as n, id, ${sort}, ${shownJson(baseUrl)} as json from (
        select id, ${sort}, body from incidents where ${every([...source, ...start])}
        order by ${sort} ${direction}, id ${direction} limit ${sql.lit(limit + 1)} offset ${offset}) as found)
    select '[' || coalesce(string_agg(json, ',') filter (where n <= ${sql.lit(limit)}), '') || ']' as data,
      count(*) > ${sql.lit(limit)} as more,
      max(id) filter (where n = ${sql.lit(limit)}) as last_id,
      max(${type === 'text' ? sort : sql`iso(${sort})`}) filter (where n = ${sql.lit(limit)}) as last_sort,
      (${totalOf(filters, facetConditions, otherConditions, conditions)}) as total
    from page`
}

/** From the counters if the filters allow it; otherwise counted. */
function totalOf(
  filters: IncidentFilters,
  facetConditions: Condition[],
  otherConditions: Condition[],
  conditions: Condition[],
): RawBuilder<unknown> {
  if (filters.q) return sql`select count(*) from matching`
  if (otherConditions.length === 0)
    return sql`select coalesce(sum(n), 0)::bigint from incident_counts where ${every(facetConditions)}`
  return sql`select count(*) from incidents where ${every(conditions)}`
}

const every = (conditions: Condition[]) => allOf(conditions.length === 0 ? [sql`true`] : conditions)

/** Written by hand, so that each uses its index; what is compared and how is in the declaration. */
function conditionOf(name: FilterName, value: unknown): Condition {
  const { comparison, column: columnName } = incident.filters[name]!
  const column = sql.ref(columnName)
  switch (comparison) {
    case 'any_of':
      return oneOf(column, (value as string).split(','))
    case 'is_null':
      return value ? sql`${column} is null` : sql`${column} is not null`
    case 'condition':
      return sql.raw(incident.conditions[value as keyof typeof incident.conditions])
    case 'after':
      return sql`${column} > ${value}::timestamptz`
    case 'before':
      return sql`${column} < ${value}::timestamptz`
    default:
      return matches(value as string)
  }
}

/** One value is compared by =, so that an index gives the rows in order. */
const oneOf = (column: RawBuilder<unknown>, values: string[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`

/** An id finds its record even when its letters happen to be a word, which would be stemmed. */
function matches(q: string): Condition {
  const found = sql<boolean>`search @@ websearch_to_tsquery('english', ${q})`
  return /^INC[0-9A-Z]{7}$/i.test(q) ? sql`(${found} or id = ${q.toUpperCase()})` : found
}
