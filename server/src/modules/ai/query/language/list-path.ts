import { priorities } from '../../../../kernel/priorities.ts'
import type { Comparison } from '../../../records/filters.ts'
import { isTime, type Condition, type Meaning, type Sort, type TimeCondition } from './meaning.ts'
import { declaredName, schemas, type NounSchema } from './schema.ts'

type Parameters = [name: string, value: string][]

/** The path of the public list with the same filters; undefined when the list has no filter for one of them. */
export function listPath(
  meaning: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>,
): string | undefined {
  const { noun, conditions, sort, limit } = meaning
  const schema = schemas[noun]
  const parts = [...joined(conditions).map((each) => filterOf(each, schema)), orderOf(sort, schema)]
  if (!parts.every((part) => part !== undefined)) return undefined
  const parameters = [...parts.flat(), ...(limit === undefined ? [] : [['limit', String(limit)] as const])]
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) return undefined
  const query = parameters.map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  )
  return `${schema.path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Several search texts become one `q`. */
function joined(conditions: Condition[]): Condition[] {
  const wordOf = (each: Condition) =>
    each.field === 'text' && each.values.length === 1 && !each.is_negated ? each.values : []
  const words = conditions.flatMap(wordOf)
  const rest = conditions.filter((each) => wordOf(each).length === 0)
  return words.length > 0 ? [...rest, { field: 'text', values: [words.join(' ')] }] : rest
}

function filterOf(condition: Condition, schema: NounSchema): Parameters | undefined {
  if (isTime(condition)) return timeFilter(condition, schema)
  const { field, values, is_negated = false } = condition
  if (field === 'text') return values.length === 1 && !is_negated ? [['q', values[0]!]] : undefined
  if (field === 'condition') return conditionFilter(values[0] ?? '', is_negated, schema)
  const column = schema.columnOf(field)!
  const name =
    values.length === 0
      ? nameOf(schema, column, 'is_null')
      : (nameOf(schema, column, 'any_of') ?? nameOf(schema, column, 'overlaps'))
  // Values of the list are separated by commas, and it has no negation.
  if (!name || values.some((value) => value.includes(','))) return undefined
  if (values.length === 0) return [[name, String(!is_negated)]]
  if (!is_negated) return [[name, values.join(',')]]
  const all = field === 'state' ? schema.states : field === 'priority' ? priorities : undefined
  return all && [[name, without(all, values).join(',')]]
}

function conditionFilter(
  value: string,
  isNegated: boolean,
  { states, open_states, filters }: NounSchema,
): Parameters | undefined {
  if (value === 'open') return [['state', (isNegated ? without(states, open_states) : open_states).join(',')]]
  const wanted = declaredName(value)
  const name = Object.keys(filters).find((each) => {
    const { comparison, schema } = filters[each]!
    return comparison === 'condition' && (schema as { enum?: string[] }).enum?.includes(wanted)
  })
  return name && !isNegated ? [[name, wanted]] : undefined
}

/** The name of a filter. */
const nameOf = ({ filters }: NounSchema, column: string | undefined, comparison: Comparison) =>
  Object.keys(filters).find(
    (name) => filters[name]!.column === column && filters[name]!.comparison === comparison,
  )

const without = (all: readonly string[], some: readonly string[]) =>
  all.filter((each) => !some.includes(each))

/** The list's bounds are exclusive, and times have milliseconds. A window counts if any part of it is in the span. */
function timeFilter(
  { field, span: { from, to } }: TimeCondition,
  schema: NounSchema,
): Parameters | undefined {
  const isWindow = field === 'window'
  const after = nameOf(schema, isWindow ? 'planned_end' : schema.timeOf(field), 'after')
  const before = nameOf(schema, isWindow ? 'planned_start' : schema.timeOf(field), 'before')
  if (!after || !before) return undefined
  const start = from && new Date(from.getTime() - (isWindow ? 0 : 1))
  return [
    ...(start ? [[after, start.toISOString()] as Parameters[number]] : []),
    ...(to ? [[before, to.toISOString()] as Parameters[number]] : []),
  ]
}

function orderOf(sort: Sort | undefined, { sorts }: NounSchema): Parameters | undefined {
  if (!sort || (sort.by === 'created_at' && sort.order === 'desc')) return []
  return sorts.includes(sort.by) ? Object.entries({ sort: sort.by, order: sort.order }) : undefined
}
