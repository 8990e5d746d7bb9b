import { Type, type Static } from 'typebox'
import { toStoredAddress } from '../../kernel/email-address.ts'
import { Body, Enum, innerOf, Named, type ValueOf } from '../../kernel/schema.ts'
import { isAddress, isNullable, isTime } from './field.ts'
import type { AnswerSchemas, CreateSchemas, FilterSchemas, UpdateSchemas } from './field.ts'
import type { Empty, Fields, None, Row, Schemas, Trait, Values } from './field.ts'
import { commonFilters, filterOf, type Filters } from './filters.ts'
import { optional, readOnlyOf, recordFields, StoredRecord } from './model.ts'

export interface Transitions {
  states: readonly string[]
  allowedTransitions(state: string): readonly string[]
}

/** The declaration of a noun, from which everything that depends on its fields is derived. */
interface Declaration<F, D, C, U, A, X, K extends string> {
  /** Used in messages, in the audit log and in events, for example `change`. */
  subject_type: string
  /** Name of the component in the API description, for example `Change`. */
  component: string
  /** Path below the root of the API, and in the console. */
  path: string
  fields: F
  /** Initial values of new records that are neither null nor an empty list. */
  defaults: D
  /** Properties of bodies and responses that are not fields, or have another form. */
  create?: C
  update?: U
  answer?: A
  /** Filters that are not named like a field. */
  filters?: X
  /** Sort orders that are not a single field. */
  sorts?: readonly string[]
  /** If given, responses contain the allowed transitions. */
  transitions?: Transitions
  /** States in which work remains. */
  open_states?: readonly string[]
  /** Conditions over several fields, as SQL. */
  conditions?: Record<K, string>
}

export interface DeclaredNoun<
  F extends Fields = Fields,
  D = unknown,
  C extends Schemas = Schemas,
  U extends Schemas = Schemas,
  A extends Schemas = Schemas,
  X extends Filters = Filters,
  K extends string = string,
> extends Pick<Declaration<F, D, C, U, A, X, K>, 'subject_type' | 'path' | 'fields' | 'transitions'> {
  columns: string[]
  /** The columns in responses. */
  shown_fields: string[]
  audited_fields: (keyof Row<F> & string)[]
  approval_fields: (keyof Row<F> & string)[]
  writable: Schemas
  open_states: readonly string[]
  conditions: Record<K | 'open', string>
  filters: Filters
  filter_schemas: FilterSchemas<F, X>
  sorts: string[]
  /** Sorts by fields that are nullable. */
  optional_sorts: string[]
  answer: Type.TObject<AnswerSchemas<F, A>>
  create: Type.TObject<CreateSchemas<F, C>>
  update: Type.TObject<UpdateSchemas<F, U>>
  empty: Empty<F, D>
  /** The console URL of a record, without its ID. */
  addressOf: (baseUrl: string) => string
  /** Converts input to a row. One time or email address has many spellings: times become Dates, addresses lower case. */
  toRow: <Input extends object>(
    input: Input,
  ) => {
    [N in keyof Input]: N extends keyof F ? ValueOf<F[N]['schema']> | Extract<Input[N], undefined> : Input[N]
  }
  /** The event payload of a record; ID and URL are added where the ID is known. */
  eventData: (row: Partial<Row<F>>) => Record<string, unknown>
}

export type RowOf<N extends { fields: Fields }> = Row<N['fields']>
/** The query parameters of its list. */
export type ListFilters<N extends { filter_schemas: Schemas }> = Static<Type.TObject<N['filter_schemas']>>
/** The part of a noun that shared code needs. */
export type AnyNoun = Pick<DeclaredNoun, 'path' | 'shown_fields' | 'transitions' | 'filters' | 'addressOf'>

type Derived =
  | 'audited_fields'
  | 'approval_fields'
  | 'conditions'
  | 'filter_schemas'
  | 'answer'
  | 'create'
  | 'update'
  | 'empty'

export function noun<
  F extends Fields,
  const D extends Partial<Values<F>>,
  C extends Schemas = None,
  U extends Schemas = None,
  A extends Schemas = None,
  X extends Filters = None,
  K extends string = never,
>(declaration: Declaration<F, D, C, U, A, X, K>): DeclaredNoun<F, D, C, U, A, X, K> {
  const { subject_type, component, path, fields, transitions, open_states = [] } = declaration
  const names = Object.keys(fields)
  const withTrait = (trait: Trait) => names.filter((name) => fields[name]!.traits.includes(trait))
  const schemaOf = (name: string) => fields[name]!.schema
  const schemasOf = (some: string[]) => Object.fromEntries(some.map((name) => [name, schemaOf(name)]))
  const [hidden, linked, sorted] = [withTrait('hidden'), withTrait('linked'), withTrait('sort')]
  const own = names.filter((name) => !(name in recordFields))
  const columns = own.filter((name) => !linked.includes(name))
  const eventFields = withTrait('event')
  const times = new Set(names.filter((name) => isTime(schemaOf(name))))
  const addresses = new Set(names.filter((name) => isAddress(schemaOf(name))))
  const writable = schemasOf(withTrait('writable'))
  const { id, number, url } = StoredRecord.properties
  const answer = {
    id,
    number,
    url,
    ...schemasOf(own.filter((name) => !hidden.includes(name))),
    ...(transitions && { allowed_transitions: Type.Array(Enum(transitions.states)) }),
    ...declaration.answer,
    ...recordFields,
  }
  const readOnly = readOnlyOf(answer, writable)
  const create = {
    ...optional(writable),
    ...schemasOf(withTrait('required')),
    ...optional(declaration.create ?? {}),
  }
  const update = { ...optional(writable), ...optional(declaration.update ?? {}) }
  const filters: Filters = {
    ...Object.fromEntries(withTrait('filter').map((name) => [name, filterOf(name, innerOf(schemaOf(name)))])),
    ...declaration.filters,
    ...commonFilters,
  }
  const filterSchemas = Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [name, schema]),
  )

  // Its types follow from the declaration, which no value can show.
  const derived: unknown = {
    audited_fields: withTrait('audited'),
    approval_fields: withTrait('approval'),
    conditions: {
      ...(open_states.length > 0 && { open: isOneOf('state', open_states) }),
      ...declaration.conditions,
    },
    filter_schemas: optional(filterSchemas),
    answer: Named(component, Type.Object(answer)),
    create: Named(`Create${component}`, Body(create, readOnly)),
    update: Named(`Update${component}`, Body(update, readOnly)),
    empty: { ...emptyOf(schemasOf(columns)), ...declaration.defaults },
  }

  return {
    ...(derived as Pick<DeclaredNoun<F, D, C, U, A, X, K>, Derived>),
    subject_type,
    path,
    fields,
    transitions,
    columns,
    shown_fields: columns.filter((name) => !hidden.includes(name)),
    writable,
    open_states,
    filters,
    sorts: [...new Set(['created_at', 'updated_at', ...sorted, ...(declaration.sorts ?? [])])],
    optional_sorts: sorted.filter((name) => isNullable(schemaOf(name))),
    addressOf: (baseUrl) => `${baseUrl}${path}/`,
    toRow: (input) => {
      const toValue = (name: string, value: unknown) => {
        if (typeof value !== 'string') return value
        if (times.has(name)) return new Date(value)
        return addresses.has(name) ? toStoredAddress(value) : value
      }
      const toEntry = ([name, value]: [string, unknown]) => [name, toValue(name, value)]
      return Object.fromEntries(Object.entries(input).map(toEntry))
    },
    eventData: (row) => Object.fromEntries(eventFields.map((name) => [name, row[name as keyof Row<F>]])),
  }
}

/** Null for nullable fields, and an empty list for lists. */
function emptyOf(schemas: Schemas): Record<string, unknown> {
  const empty: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    if (isNullable(schema)) empty[name] = null
    if ((schema as { type?: string }).type === 'array') empty[name] = []
  }
  return empty
}

/** As literals, so that partial indexes on these states are used. */
export const isOneOf = (column: string, words: readonly string[]) => `${column} in ('${words.join("', '")}')`
