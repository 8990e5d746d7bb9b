import { isTime, type Condition, type Meaning, type Sort } from './meaning.ts'
import { schemas, type NounSchema } from './schema.ts'

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
  const { field, values, is_negated } = condition
  if (field === 'text') return values.length === 1 && !is_negated ? [['q', values[0]!]] : undefined
  if (field === 'condition')
    return values[0] === 'open'
      ? [['state', (is_negated ? without(schema.states, schema.open_states) : schema.open_states).join(',')]]
      : undefined
  if (!schema.list_filters.includes(field) || values.length === 0) return undefined
  // The list takes several values with commas between them, and knows no "not".
  if (values.some((value) => value.includes(','))) return undefined
  const name = schema.columns[field] === 'ci_ids' ? 'ci_id' : schema.columns[field]!
  if (name === 'ci_id' && schema.table === 'changes' && values.length > 1) return undefined
  if (!is_negated) return [[name, values.join(',')]]
  const all = field === 'state' ? schema.states : field === 'priority' ? ['P1', 'P2', 'P3', 'P4'] : undefined
  return all && [[name, without(all, values).join(',')]]
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
  return schema.list_sorts.includes(sort.by)
    ? [
        ['sort', sort.by],
        ['order', sort.order],
      ]
    : undefined
}
