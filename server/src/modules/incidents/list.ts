import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { shownJson } from './store.ts'

/** Several values of one field are alternatives; different fields must all hold. */
export interface IncidentFilters {
  state?: string[] | undefined
  priority?: string[] | undefined
  category?: string[] | undefined
  assignment_group?: string[] | undefined
  assigned_to?: string[] | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  q?: string | undefined
}

type Condition = RawBuilder<boolean>

const facets = ['state', 'priority', 'category', 'assignment_group'] as const
const sortable = { created_at: 'timestamptz', updated_at: 'timestamptz', priority: 'text' } as const

/** One statement for the page and the total: they are of the same moment. */
export async function list(
  db: Db,
  baseUrl: string,
  filters: IncidentFilters,
  request: PageRequest,
): Promise<JsonPage> {
  const { order, limit, after, page } = request
  const sort = request.sort as keyof typeof sortable
  const direction = sql.raw(order)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const conditions = [
    sql<boolean>`deleted_at is null`,
    ...facetConditions(filters),
    ...otherConditions(filters),
  ]
  const type = sql.raw(sortable[sort])
  const start = after
    ? [sql<boolean>`(${sql.ref(sort)}, id) ${beyond} (${after[0]}::${type}, ${after[1]})`]
    : []
  const sortText = sort === 'priority' ? sql`priority` : sql`iso(${sql.ref(sort)})`
  const { rows } = await sql<{
    data: string
    more: boolean
    last_id: string
    last_sort: string
    total: number
  }>`
    with ${filters.q ? matching(conditions, sort) : sql``}
    page as (
      select row_number() over () as n, id, ${sortText} as sort_text, ${shownJson(baseUrl)} as json from (
        select id, ${sql.ref(sort)}, body from incidents
        where ${every([...(filters.q ? [sql<boolean>`id in (select id from matching)`] : conditions), ...start])}
        order by ${sql.ref(sort)} ${direction}, id ${direction}
        limit ${sql.lit(limit + 1)} offset ${sql.lit(after ? 0 : (page - 1) * limit)}) as found)
    select '[' || coalesce(string_agg(json, ',' order by n) filter (where n <= ${sql.lit(limit)}), '') || ']' as data,
      count(*) > ${sql.lit(limit)} as more,
      max(id) filter (where n = ${sql.lit(limit)}) as last_id,
      max(sort_text) filter (where n = ${sql.lit(limit)}) as last_sort,
      (${total(filters, conditions)}) as total
    from page`.execute(db)
  const { data, more, last_id, last_sort, total: counted } = rows[0]!
  return { data, next: more ? [last_sort, last_id] : undefined, total: counted }
}

/** A text search is done once, and serves the page and the total. */
const matching = (conditions: Condition[], sort: string) =>
  sql`matching as materialized (select id, ${sql.ref(sort)} from incidents where ${every(conditions)}),`

/** From the counts by kind where they can tell; else by counting what the filters leave. */
function total(filters: IncidentFilters, conditions: Condition[]): RawBuilder<unknown> {
  if (filters.q) return sql`select count(*) from matching`
  if (otherConditions(filters).length === 0)
    return sql`select coalesce(sum(n), 0)::bigint from incident_counts where ${every(facetConditions(filters))}`
  return sql`select count(*) from incidents where ${every(conditions)}`
}

const every = (conditions: Condition[]) =>
  sql.join([...(conditions.length === 0 ? [sql`true`] : []), ...conditions], sql` and `)

/** One value is compared by =, so that an index gives the rows in order. */
const oneOf = (column: string, values: string[]): Condition =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

const facetConditions = (filters: IncidentFilters): Condition[] =>
  facets.flatMap((facet) => (filters[facet] ? [oneOf(facet, filters[facet])] : []))

function otherConditions({ assigned_to, created_after, created_before, q }: IncidentFilters): Condition[] {
  return [
    ...(assigned_to ? [oneOf('assigned_to', assigned_to)] : []),
    ...(created_after ? [sql<boolean>`created_at > ${created_after}::timestamptz`] : []),
    ...(created_before ? [sql<boolean>`created_at < ${created_before}::timestamptz`] : []),
    ...(q ? [matches(q)] : []),
  ]
}

/** An id finds its record even when its letters happen to be a word, which would be stemmed. */
function matches(q: string): Condition {
  const found = sql<boolean>`search @@ websearch_to_tsquery('english', ${q})`
  return /^INC[0-9A-Z]{7}$/i.test(q) ? sql<boolean>`(${found} or id = ${q.toUpperCase()})` : found
}
