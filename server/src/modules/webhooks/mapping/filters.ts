/** Conditions on an incoming payload or an outgoing event. */
import { Type, type Static } from 'typebox'
import { nearestTo } from '../../../kernel/distance.ts'
import { fieldError, invalid, type FieldError } from '../../../kernel/errors.ts'
import { eventTypes, type EventType } from '../../../kernel/event-types.ts'
import { Enum, Named, NamedObject, Text } from '../../../kernel/schema.ts'
import { dataOf } from './event-data.ts'
import { MappingError, parsePath, valueAt, type Path } from './path.ts'
import { compileCondition, operators, valueProblem } from './operators.ts'

export const Filter = NamedObject(
  'Filter',
  {
    field: Text(500, 'Path of a value, such as `alert.labels.severity`'),
    operator: Enum(operators),
    value: Type.Optional(
      Type.Unknown({ description: 'A list for `in` and `not_in`; may be left out for `exists`' }),
    ),
  },
  { additionalProperties: false },
)
export type Filter = Static<typeof Filter>

export const Filters = Named(
  'Filters',
  Type.Array(Filter, { maxItems: 20, description: 'All of them must match' }),
)

/** What the schema cannot check: paths can be parsed, and values fit their operators. */
export function checkFilters(filters: readonly Filter[], where = 'filters'): void {
  const errors = filters.flatMap((filter, i) => [
    ...errorOf(`${where}.${i}.field`, 'path', pathProblem(filter.field)),
    ...errorOf(`${where}.${i}.value`, 'value', valueProblem(filter)),
  ])
  if (errors.length > 0) throw invalid(errors)
}

const errorOf = (field: string, code: string, problem: string | undefined): FieldError[] =>
  problem === undefined ? [] : [fieldError(field, code, `${field} ${problem}`)]

function pathProblem(field: string): string | undefined {
  try {
    parsePath(field)
  } catch (error) {
    if (error instanceof MappingError) return `is not a path: ${error.message}`
    throw error
  }
}

/**
 * Returns the first filter that does not match, or undefined when all match.
 * Compiled once, because an event may be matched against a thousand webhooks.
 */
export function compileFilters<Root = unknown>(
  filters: readonly Filter[],
  resolve: (root: Root, path: Path) => unknown = valueAt,
): (root: Root) => Filter | undefined {
  const compiled = filters.map((filter) => ({
    filter,
    path: parsePath(filter.field),
    matches: compileCondition(filter),
  }))
  return (root) => compiled.find(({ path, matches }) => !matches(resolve(root, path)))?.filter
}

/** incident, change, request, sla, ci */
const families = new Set(eventTypes.map((type) => type.split('.')[0]!))

interface FilteredEvent {
  type: string
  data: Record<string, unknown>
  occurred_at?: Date
  service_instance?: string
}

/** The fields of a delivery besides `data`. */
const envelope = new Map<string, (event: FilteredEvent) => unknown>([
  ['event', ({ type }) => type],
  ['timestamp', ({ occurred_at }) => occurred_at?.toISOString()],
  ['service_instance', ({ service_instance }) => service_instance],
])

/** Where the path within `data` begins: `incident.priority`, `data.priority` and `priority` are the same field. */
function startInData(data: object, path: Path): number {
  let from = 0
  const isPrefix = () => from < path.length - 1 && !Object.hasOwn(data, path[from]!)
  if (path[from] === 'data' && isPrefix()) from++
  if (families.has(path[from]!) && isPrefix()) from++
  return from
}

export function eventValue(event: FilteredEvent, path: Path): unknown {
  const ofEnvelope = path.length === 1 && envelope.get(path[0]!)
  return ofEnvelope ? ofEnvelope(event) : valueAt(event.data, path, startInData(event.data, path))
}

/** A filter on a field that none of the events has would never match, or always. */
export function checkEventFilters(filters: readonly Filter[], events: readonly EventType[]): void {
  checkFilters(filters)
  const fields: object = Object.assign({}, ...events.map((type) => dataOf(type).properties))
  const errors = filters.flatMap(({ field }, i) => {
    const path = parsePath(field)
    const name = path[startInData(fields, path)] ?? ''
    if (Object.hasOwn(fields, name) || (path.length === 1 && envelope.has(name))) return []
    const meant = nearestTo(name, [...Object.keys(fields), ...envelope.keys()])
    const problem = `names no field of the events${meant ? `: did you mean ${meant}?` : ''}`
    return errorOf(`filters.${i}.field`, 'unknown_field', problem)
  })
  if (errors.length > 0) throw invalid(errors)
}
