import type { Ctx, Db } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { sharing } from '../../db/gather.ts'
import { compose, runComposed } from '../../db/statement.ts'
import type { ListFilters } from '../records/noun.ts'
import { countedBy, incident } from './model.ts'
import { shownJson } from './store.ts'

type IncidentFilters = ListFilters<typeof incident>
type FilterName = keyof IncidentFilters
const filterNames = Object.keys(incident.filters) as FilterName[]

export const read = (ctx: Ctx, query: IncidentFilters, request: PageRequest): Promise<JsonPage> =>
  list(ctx.db, ctx.config.base_url, { ...query, ...(query.q && { q: query.q.trim() }) }, request)

/** Adds a value to the parameters of the statement and returns its placeholder. */
type Placeholder = (value: unknown) => string

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
  const { text, values } = compose(($) => statement($, baseUrl, filters, request))
  // After an event, everyone with an open list reads it again at the same moment.
  const [row] = await shared(db, `${text} ${JSON.stringify(values)}`, () =>
    runComposed<Row>(db, text, values),
  )
  const { data, more, last_id, last_sort, total } = row!
  return { data, next: more ? [last_sort, last_id] : undefined, total }
}

const shared = sharing<Row[]>()

function statement($: Placeholder, baseUrl: string, filters: IncidentFilters, request: PageRequest): string {
  const { sort, order, limit, after, page } = request
  const given = filterNames.filter((name) => filters[name] !== undefined && filters[name] !== '')
  const conditionsOn = (names: FilterName[]) => names.map((name) => conditionOf($, name, filters[name]))
  const facetConditions = conditionsOn(given.filter((name) => countedBy.has(name)))
  const otherConditions = conditionsOn(given.filter((name) => !countedBy.has(name)))
  const conditions = ['deleted_at is null', ...facetConditions, ...otherConditions]
  const beyond = order === 'asc' ? '>' : '<'
  const start = after ? [`(${sort}, id) ${beyond} (${$(after[0])}::${typeOf(sort)}, ${$(after[1])})`] : []
  const offset = after ? 0 : (page - 1) * limit
  // A text search runs once, and serves the page and the total.
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
      max(${typeOf(sort) === 'text' ? sort : `iso(${sort})`}) filter (where n = ${limit}) as last_sort,
      (${totalOf(filters, facetConditions, otherConditions, conditions)}) as total
    from page`
}

/** From the counters if the filters allow it; otherwise counted. */
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

/** Written by hand, so that each filter uses its index; columns and comparisons are in the declaration. */
function conditionOf($: Placeholder, name: FilterName, value: unknown): string {
  const { comparison, column } = incident.filters[name]!
  switch (comparison) {
    case 'any_of':
      return oneOf($, column, (value as string).split(','))
    case 'is_null':
      return `${column} is ${value ? '' : 'not '}null`
    case 'condition':
      return incident.conditions[value as keyof typeof incident.conditions]
    case 'after':
      return `${column} > ${$(value)}::timestamptz`
    case 'before':
      return `${column} < ${$(value)}::timestamptz`
    default:
      return matches($, value as string)
  }
}

/** A single value is compared with =, so that an index returns the rows in order. */
const oneOf = ($: Placeholder, column: string, values: string[]) =>
  values.length === 1 ? `${column} = ${$(values[0])}` : `${column} = any(${$(values)}::text[])`

/** An ID finds its record even if its letters form a word, which would be stemmed. */
function matches($: Placeholder, q: string): string {
  const found = `search @@ websearch_to_tsquery('english', ${$(q)})`
  return /^INC[0-9A-Z]{7}$/i.test(q) ? `(${found} or id = ${$(q.toUpperCase())})` : found
}
