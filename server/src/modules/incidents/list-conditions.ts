import { valuesIn, type ListedValues } from '../../kernel/comma-list.ts'
import { toStoredAddress } from '../../kernel/email-address.ts'
import { idPattern } from '../../kernel/record-ids.ts'
import { sql, type RawBuilder } from 'kysely'
import { searchQuery } from '../../db/search-query.ts'
import type { ListFilters } from '../records/noun.ts'
import { allOf, compareBy, isAnyOf, type Condition } from '../records/store.ts'
import { incident } from './model.ts'
import { resolvedStates } from './transitions.ts'

export type IncidentFilters = ListFilters<typeof incident>
export type FilterName = keyof IncidentFilters
const filterNames = Object.keys(incident.filters) as FilterName[]

export const givenOf = (filters: IncidentFilters): FilterName[] =>
  filterNames.filter((name) => filters[name] !== undefined && filters[name] !== '')

export const conditionsOf = (filters: IncidentFilters): Condition[] => [
  sql`deleted_at is null`,
  ...givenOf(filters).map((name) => conditionOf(name, filters[name])),
]

/** Undefined if they may be in any state. */
export const statesOf = ({ state, sla }: IncidentFilters): readonly string[] | undefined =>
  state?.split(',') ?? (sla && (sla === 'resolved_late' ? resolvedStates : incident.open_states))

/** Written by hand, so that each uses its index; what is compared and how is in the declaration. */
export function conditionOf(name: FilterName, value: unknown): Condition {
  const { comparison, column: columnName, words, is_address } = incident.filters[name]!
  const column = sql.ref(columnName)
  switch (comparison) {
    case 'any_of': {
      if (words) return isAnyOf(columnName, words, value as string)
      const values = valuesIn(value as ListedValues)
      return oneOf(column, is_address ? values.map(toStoredAddress) : values)
    }
    case 'is_null':
      return value ? sql`${column} is null` : sql`${column} is not null`
    case 'condition':
      return sql.raw(incident.conditions[value as keyof typeof incident.conditions])
    case 'text':
      return matches(value as string)
    default:
      return allOf(compareBy(comparison)(columnName, value))
  }
}

/** One value is compared by =, so that an index gives the rows in order. */
const oneOf = (column: RawBuilder<unknown>, values: string[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`

const incidentId = new RegExp(`^${idPattern('incident')}$`, 'i')

/** An id finds its record even when its letters happen to be a word, which would be stemmed. */
export function matches(q: string): Condition {
  const found = sql<boolean>`search @@ ${searchQuery(q)}`
  return incidentId.test(q) ? sql`(${found} or id = ${q.toUpperCase()})` : found
}
