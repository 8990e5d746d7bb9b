import { priorities } from '../../../../kernel/priorities.ts'
import type { Comparison } from '../../../records/filters.ts'
import { isTime, type Condition, type Meaning, type Sort } from './meaning.ts'
import { declaredName, schemas, type NounSchema } from './schema.ts'

/** The path of the public list with the same filters; undefined when the list has no filter for one of them. */
export function listPath({
  noun,
  conditions,
  sort,
  limit,
}: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>): string | undefined {
  const schema = schemas[noun]
  const parameters: [string, string][] = []
  for (const condition of joined(conditions)) {
    const filter = filterOf(condition, schema)
    if (!filter || filter.some(([name]) => parameters.some(([taken]) => taken === name))) return undefined
    parameters.push(...filter)
  }
  const order = orderOf(sort, schema)
  if (!order) return undefined
  parameters.push(...order)
  if (limit !== undefined) parameters.push(['limit', String(limit)])
  const query = parameters.map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  )
  return `${schema.path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Texts that must all be found are one search. */
function joined(conditions: Condition[]): Condition[] {
  const isPart = (each: Condition) =>
    each.field === 'text' && 'values' in each && each.values.length === 1 && !each.is_negated
  const words = conditions.filter(isPart).flatMap((each) => ('values' in each ? each.values : []))
  const rest = conditions.filter((each) => !isPart(each))
  return words.length > 0 ? [...rest, { field: 'text', values: [words.join(' ')] }] : rest
}

type Parameters = [name: string, value: string][]

function filterOf(condition: Condition, schema: NounSchema): Parameters | undefined {
  if (isTime(condition)) return timeFilter(condition.field, condition.span)
  const { field, values, is_negated = false } = condition
  if (field === 'text') return values.length === 1 && !is_negated ? [['q', values[0]!]] : undefined
  if (field === 'condition') return conditionFilter(values, is_negated, schema)
  const column = schema.columnOf(field)!
  const nameOf = (...comparisons: Comparison[]) =>
    Object.keys(schema.filters).find((name) => {
      const filter = schema.filters[name]!
      return filter.column === column && comparisons.includes(filter.comparison)
    })
  if (values.length === 0) {
    const name = nameOf('is_null')
    return name === undefined ? undefined : [[name, String(!is_negated)]]
  }
  const name = nameOf('any_of', 'overlaps')
  // The list takes several values with commas between them, and knows no "not".
  if (!name || values.some((value) => value.includes(','))) return undefined
  if (!is_negated) return [[name, values.join(',')]]
  const all = field === 'state' ? schema.states : field === 'priority' ? priorities : undefined
  return all && [[name, without(all, values).join(',')]]
}

function conditionFilter(
  [value = '']: string[],
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

const without = (all: readonly string[], some: readonly string[]) =>
  all.filter((each) => !some.includes(each))

/** The list's bounds are exclusive, and times have milliseconds. */
function timeFilter(field: string, { from, to }: { from?: Date; to?: Date }): Parameters | undefined {
  if (field !== 'created_at' && field !== 'window') return undefined
  const name = field === 'window' ? 'planned' : 'created'
  const after = from && new Date(from.getTime() - (field === 'window' ? 0 : 1))
  return [
    ...(after ? [[`${name}_after`, after.toISOString()] as [string, string]] : []),
    ...(to ? [[`${name}_before`, to.toISOString()] as [string, string]] : []),
  ]
}

function orderOf(sort: Sort | undefined, schema: NounSchema): Parameters | undefined {
  if (!sort || (sort.by === 'created_at' && sort.order === 'desc')) return []
  return schema.sorts.includes(sort.by)
    ? [
        ['sort', sort.by],
        ['order', sort.order],
      ]
    : undefined
}
