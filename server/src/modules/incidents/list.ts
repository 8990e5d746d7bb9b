import type { Ctx, Db } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { sharing } from '../../db/gather.ts'
import { compose, runComposed } from '../../db/statement.ts'
import { isAtRisk, isBreached, shownJson } from './store.ts'

const listed = ['state', 'priority', 'category', 'assignment_group', 'assigned_to', 'ci_id'] as const
type Listed = (typeof listed)[number]

/** As query parameters: several values of one field have commas between them. */
type Asked = { [name in Listed]?: string } & Others

/** Several values of one field are alternatives; different fields must all hold. */
type IncidentFilters = { [name in Listed]?: string[] | undefined } & Others

interface Others {
  unassigned?: boolean | undefined
  sla?: keyof typeof slaConditions | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  q?: string | undefined
}

const slaConditions = { at_risk: isAtRisk, breached: isBreached }

export const read = (ctx: Ctx, query: Asked, request: PageRequest): Promise<JsonPage> => {
  const { unassigned, sla, created_after, created_before, q } = query
  const filters = Object.fromEntries(listed.map((name) => [name, query[name]?.split(',')]))
  return list(
    ctx.db,
    ctx.config.base_url,
    { ...filters, unassigned, sla, created_after, created_before, q: q?.trim() },
    request,
  )
}

/** Gives a value its place in the statement. */
type Place = (value: unknown) => string

const facets = ['state', 'priority', 'category', 'assignment_group'] as const
const sortTypes = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  sla_breach_at: 'timestamptz',
  priority: 'text',
} as const

interface Row {
  data: string
  more: boolean
  last_id: string
  last_sort: string
  total: number
}

/** One statement for the page and the total: they are of the same moment. */
async function list(
  db: Db,
  baseUrl: string,
  filters: IncidentFilters,
  request: PageRequest,
): Promise<JsonPage> {
  const { text, values } = compose(($) => statement($, baseUrl, filters, request))
  // When something happens, everybody who looks at a list asks for it again at the same moment.
  const [row] = await shared(db, `${text} ${JSON.stringify(values)}`, () =>
    runComposed<Row>(db, text, values),
  )
  const { data, more, last_id, last_sort, total } = row!
  return { data, next: more ? [last_sort, last_id] : undefined, total }
}

const shared = sharing<Row[]>()

function statement($: Place, baseUrl: string, filters: IncidentFilters, request: PageRequest): string {
  const { order, limit, after, page } = request
  const sort = request.sort as keyof typeof sortTypes
  const facetConditions = facets.flatMap((facet) => oneOf($, facet, filters[facet]))
  const otherConditions = restOf($, filters)
  const conditions = ['deleted_at is null', ...facetConditions, ...otherConditions]
  const beyond = order === 'asc' ? '>' : '<'
  const start = after ? [`(${sort}, id) ${beyond} (${$(after[0])}::${sortTypes[sort]}, ${$(after[1])})`] : []
  const offset = after ? 0 : (page - 1) * limit
  // A text search is done once, and serves the page and the total.
  const matching = `matching as materialized (select id from incidents where ${every(conditions)}),`
  const source = filters.q ? ['id in (select id from matching)'] : conditions
  return `
    with ${filters.q ? matching : ''}
    page as (
      select row_number() over () as n, id, ${sort}, ${shownJson(baseUrl)} as json from (
        select id, ${sort}, body from incidents where ${every([...source, ...start])}
        order by ${sort} ${order}, id ${order} limit ${limit + 1} offset ${offset}) as found)
    select '[' || coalesce(string_agg(json, ',') filter (where n <= ${limit}), '') || ']' as data,
      count(*) > ${limit} as more,
      max(id) filter (where n = ${limit}) as last_id,
      max(${sort === 'priority' ? sort : `iso(${sort})`}) filter (where n = ${limit}) as last_sort,
      (${totalOf(filters, facetConditions, otherConditions, conditions)}) as total
    from page`
}

/** From the counts by kind where they can tell; else by counting what the filters leave. */
function totalOf(
  filters: IncidentFilters,
  facetConditions: string[],
  otherConditions: string[],
  conditions: string[],
): string {
  if (filters.q) return 'select count(*) from matching'
  if (otherConditions.length === 0)
    return `select coalesce(sum(n), 0)::bigint from incident_counts where ${every(facetConditions)}`
  return `select count(*) from incidents where ${every(conditions)}`
}

const every = (conditions: string[]) => (conditions.length === 0 ? 'true' : conditions.join(' and '))

/** One value is compared by =, so that an index gives the rows in order. */
function oneOf($: Place, column: string, values: string[] | undefined): string[] {
  if (!values) return []
  return [values.length === 1 ? `${column} = ${$(values[0])}` : `${column} = any(${$(values)}::text[])`]
}

const restOf = ($: Place, filters: IncidentFilters): string[] => {
  const { assigned_to, ci_id, unassigned, sla, created_after, created_before, q } = filters
  return [
    ...oneOf($, 'assigned_to', assigned_to),
    ...oneOf($, 'ci_id', ci_id),
    ...(unassigned === undefined ? [] : [`assigned_to is ${unassigned ? '' : 'not '}null`]),
    ...(sla ? [slaConditions[sla]] : []),
    ...(created_after ? [`created_at > ${$(created_after)}::timestamptz`] : []),
    ...(created_before ? [`created_at < ${$(created_before)}::timestamptz`] : []),
    ...(q ? [matches($, q)] : []),
  ]
}

/** An id finds its record even when its letters happen to be a word, which would be stemmed. */
function matches($: Place, q: string): string {
  const found = `search @@ websearch_to_tsquery('english', ${$(q)})`
  return /^INC[0-9A-Z]{7}$/i.test(q) ? `(${found} or id = ${$(q.toUpperCase())})` : found
}
