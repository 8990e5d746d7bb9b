import { sql, type RawBuilder } from 'kysely'
import { allOf, type Condition } from '../records/store.ts'
import { countedConditions, isCountedField, totalFrom, type CountedCondition } from './counts.ts'
import { createdIn, dayRowsOf } from './day-counts.ts'
import { conditionOf, type FilterName, type IncidentFilters } from './list-conditions.ts'

/** From the counters if they know all filters; a span of time also from the days; otherwise counted. */
export function totalOf(
  filters: IncidentFilters,
  given: FilterName[],
  conditions: Condition[],
): RawBuilder<unknown> {
  const counted = given.map((name) => countedBy(name, filters[name]))
  if (counted.every((each) => each !== undefined)) return totalFrom(counted)
  const { created_after, created_before, priority, category, assignment_group } = filters
  const dayRows = given.every((name) => knownOfDays.has(name))
    ? dayRowsOf({
        priority: priority?.split(','),
        category: category?.split(','),
        assignment_group: assignment_group?.split(','),
      })
    : undefined
  if (!dayRows) return sql`select count(*) from incidents where ${allOf(conditions)}`
  const isInside = allOf([
    ...(created_after ? [sql<boolean>`start > ${created_after}::timestamptz`] : []),
    ...(created_before ? [sql<boolean>`over <= ${created_before}::timestamptz`] : []),
  ])
  return createdIn(isInside, dayRows, conditions)
}

const knownOfDays: ReadonlySet<FilterName> = new Set([
  'created_after',
  'created_before',
  'priority',
  'category',
  'assignment_group',
])

/** A filter in terms of the counts; undefined if they do not know it. */
function countedBy(name: FilterName, value: unknown): CountedCondition | undefined {
  if (name === 'sla') return countedConditions[value as string]
  if (name === 'unassigned') return ['is_unassigned', value ? sql`is_unassigned` : sql`not is_unassigned`]
  return isCountedField(name) ? [name, conditionOf(name, value)] : undefined
}
