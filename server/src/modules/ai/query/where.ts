import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { searchQuery } from '../../../db/search-query.ts'
import { toStoredAddress } from '../../../kernel/email-address.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { areCounted, countedConditions, isCountedField } from '../../incidents/counts/store.ts'
import type { CountedCondition, CountedField } from '../../incidents/counts/store.ts'
import { dayRowsOf, isDayFacet } from '../../incidents/days/store.ts'
import type { DayFacet, DayFacets, DaySpan } from '../../incidents/days/store.ts'
import { incident } from '../../incidents/model.ts'
import type { IndexedFilters } from '../../incidents/words/store.ts'
import * as knowledge from '../../knowledge/store.ts'
import { isAddress } from '../../records/field.ts'
import { allOf } from '../../records/store.ts'
import { comparisonIn, isAmount } from './language/amounts.ts'
import type { Condition, Noun, ValueCondition } from './language/meaning.ts'
import type { Span } from './language/calendar.ts'
import { isTime } from './language/meaning.ts'
import { conditionOf, declaredName, schemas } from './language/schema.ts'
import { every, spanSql } from './spans.ts'

/** The caller, whose rights apply. */
type Asker = Pick<Ctx, 'actor'>

/** The SQL of a question: what the caller may see, and each condition. */
export const whereOf = ({ actor }: Asker, noun: Noun, conditions: Condition[]) =>
  every([
    sql`deleted_at is null`,
    ...visibleTo(noun, conditions, actor),
    ...conditions.map((each) => (isTime(each) ? spanSql(noun, each) : valueSql(noun, each))),
  ])

/** Only published articles, unless the question names other states and the caller may see them. */
function visibleTo(noun: Noun, conditions: Condition[], actor: Actor): RawBuilder<unknown>[] {
  if (noun !== 'article') return []
  if (!conditions.some(({ field }) => field === 'state')) return [sql`state = 'published'`]
  return knowledge.visibleTo(actor)
}

function valueSql(noun: Noun, { field, values: asked, is_negated }: ValueCondition): RawBuilder<unknown> {
  const name = schemas[noun].columnOf(field)!
  const declared = schemas[noun].fields[name]
  const values = declared && isAddress(declared.schema) ? asked.map(toStoredAddress) : asked
  const not = sql.raw(is_negated ? 'not ' : '')
  if (field === 'text') {
    const matches = values.map((value) => sql`search @@ ${searchQuery(value)}`)
    return sql`${not}(${sql.join(matches, sql` or `)})`
  }
  if (field === 'condition')
    return sql`${not}(${every(values.map((value) => sql.raw(conditionOf(noun, value))))})`
  if (name === 'ci_ids') {
    if (values.length === 0) return sql`${not}cardinality(ci_ids) = 0`
    return sql`${not}ci_ids && ${values}::text[]`
  }
  if (field === 'approved_by') return sql`${not}(${approvedBy(values)})`
  const column = sql.raw(name)
  if (isAmount(field)) return sql`${not}(${column} ${sql.raw(comparisonIn(values[0]))} ${values[1]}::float8)`
  if (values.length === 0) return sql`${column} is ${not}null`
  if (is_negated) return sql`(${column} is null or ${column} <> all(${values}::text[]))`
  // One value is compared by =, so that an index gives the rows in order.
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`
}

const approvedBy = (emails: string[]) =>
  sql.join(
    emails.map(
      (by) => sql`approval -> 'decisions' @> ${JSON.stringify([{ decision: 'approved', by }])}::jsonb`,
    ),
    sql` or `,
  )

/** The same conditions for the incident counters; undefined if they do not cover all of them. */
export function countedOf(
  noun: Noun,
  conditions: Condition[],
  by: CountedField[] = [],
): CountedCondition[] | undefined {
  if (noun !== 'incident') return undefined
  const counted = conditions.map((each) => (isTime(each) ? undefined : countedValue(each)))
  if (!counted.every((each) => each !== undefined)) return undefined
  return areCounted([...by, ...counted.map(([field]) => field)]) ? counted : undefined
}

const openCondition: CountedCondition = ['state', sql.raw(incident.conditions.open)]

function countedValue(condition: ValueCondition): CountedCondition | undefined {
  const { field, values, is_negated } = condition
  const isUnassigned = field === 'assigned_to' && values.length === 0
  if (field !== 'condition' && !isUnassigned)
    return isCountedField(field) ? [field, valueSql('incident', condition)] : undefined
  if (values.length > 1) return undefined
  const name = isUnassigned ? 'unassigned' : declaredName(values[0]!)
  const known = name === 'open' ? openCondition : countedConditions[name]
  return known && [known[0], sql`${sql.raw(is_negated ? 'not ' : '')}(${known[1]})`]
}

/** Open incidents by their states. */
const asState = (each: ValueCondition): Pick<ValueCondition, 'field' | 'values'> =>
  each.field === 'condition' && each.values.join() === 'open'
    ? { field: 'state', values: [...incident.open_states] }
    : each

const isOfOpen = ({ values }: ValueCondition) =>
  ['breached', 'at_risk'].includes(declaredName(values[0] ?? '')) && values.length === 1

/** The same conditions for the word index; undefined if it does not cover all of them. */
export function indexedOf(noun: Noun, conditions: Condition[]) {
  if (noun !== 'incident') return undefined
  const words: RawBuilder<unknown>[] = []
  const filters: IndexedFilters = {}
  for (const each of conditions) {
    if (isTime(each) || each.is_negated || each.values.length === 0) return undefined
    const { field, values } = asState(each)
    if (field === 'text') words.push(valueSql(noun, each))
    // Breached and at-risk incidents are open.
    else if (field === 'condition' && isOfOpen(each)) {
      filters.state ??= [...incident.open_states]
      filters.rest = filters.rest ? every([filters.rest, valueSql(noun, each)]) : valueSql(noun, each)
    } else if ((field === 'state' || field === 'priority') && !filters[field]) filters[field] = values
    else return undefined
  }
  return words.length > 0 ? { matches: every(words), filters } : undefined
}

/** The same conditions for the daily totals; undefined if they do not cover all of them. */
export function daySpanOf(
  asker: Asker,
  noun: Noun,
  conditions: Condition[],
  { column, by }: { column?: DaySpan['column']; by?: DayFacet | undefined } = {},
): DaySpan | undefined {
  const [time, ...more] = conditions.filter(isTime)
  const field = time?.field ?? column
  if (noun !== 'incident' || (field !== 'created_at' && field !== 'resolved_at') || more.length > 0)
    return undefined
  if (column && field !== column) return undefined
  const facets: DayFacets = {}
  for (const each of conditions) {
    if (isTime(each)) continue
    const { field: name, values } = asState(each)
    if (each.is_negated || values.length === 0 || !isDayFacet(name) || facets[name]) return undefined
    facets[name] = values
  }
  const dayRows = dayRowsOf(facets, by)
  const { from, to }: Span = time?.span ?? {}
  const isInside = allOf([
    sql`true`,
    ...(from ? [sql<boolean>`start >= ${from}::timestamptz`] : []),
    ...(to ? [sql<boolean>`over <= ${to}::timestamptz`] : []),
  ])
  return (
    dayRows && { column: field, isInside, dayRows, conditions: [sql`(${whereOf(asker, noun, conditions)})`] }
  )
}
