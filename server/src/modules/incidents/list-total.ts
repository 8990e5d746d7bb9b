import { valuesIn } from '../../kernel/comma-list.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, type Condition } from '../records/store.ts'
import {
  areCounted,
  countedConditions,
  isCountedField,
  totalFrom,
  type CountedCondition,
} from './counts/store.ts'
import { countedIn, dayRowsOf } from './days/store.ts'
import { conditionOf, givenOf, type FilterName, type IncidentFilters } from './list-conditions.ts'

/** From the counters if they cover all filters; with a span of time, from the daily totals; otherwise counted. */
export function totalOf(filters: IncidentFilters, conditions: Condition[]): RawBuilder<unknown> {
  const given = givenOf(filters)
  const counted = given.map((name) => countedBy(name, filters[name])).filter((each) => each !== undefined)
  if (counted.length === given.length && areCounted(counted.map(([field]) => field)))
    return totalFrom(counted)
  const { created_after, created_before } = filters
  const valuesOf = (name: 'state' | 'priority' | 'category' | 'assignment_group') =>
    filters[name] === undefined ? undefined : valuesIn(filters[name])
  const dayRows = given.every((name) => knownOfDays.has(name))
    ? dayRowsOf({
        state: valuesOf('state'),
        priority: valuesOf('priority'),
        category: valuesOf('category'),
        assignment_group: valuesOf('assignment_group'),
      })
    : undefined
  if (!dayRows) return sql`select count(*) from incidents where ${allOf(conditions)}`
  const isInside = allOf([
    ...(created_after ? [sql<boolean>`start > ${created_after}::timestamptz`] : []),
    ...(created_before ? [sql<boolean>`over <= ${created_before}::timestamptz`] : []),
  ])
  return countedIn({ column: 'created_at', isInside, dayRows, conditions })
}

const knownOfDays: ReadonlySet<FilterName> = new Set([
  'created_after',
  'created_before',
  'state',
  'priority',
  'category',
  'assignment_group',
])

/** A filter as a condition on the counters; undefined if they do not cover it. */
function countedBy(name: FilterName, value: unknown): CountedCondition | undefined {
  if (name === 'sla') return countedConditions[value as string]
  if (name === 'unassigned') return ['is_unassigned', value ? sql`is_unassigned` : sql`not is_unassigned`]
  if (name === 'without_group') return ['assignment_group', conditionOf(name, value)]
  return isCountedField(name) ? [name, conditionOf(name, value)] : undefined
}
