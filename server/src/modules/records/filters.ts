import { Type, type TSchema } from 'typebox'
import { CommaList, Enum, Names, Pattern, Text, Timestamp } from '../../kernel/schema.ts'

/** How a list compares a column with a query parameter; `own` is implemented by the module. */
export type Comparison =
  | 'any_of'
  | 'any_case_of'
  | 'any_integer_of'
  | 'overlaps'
  | 'contains'
  | 'equals'
  | 'after'
  | 'before'
  | 'is_null'
  | 'condition'
  | 'text'
  | 'own'

/** One query parameter of a list. */
export interface Filter<S extends TSchema = TSchema> {
  schema: S
  comparison: Comparison
  column: string
  /** All possible values, if they are declared. */
  words?: readonly string[]
  /** Its values are email addresses, which are compared in lower case. */
  is_address?: true
  /** The other end of a span of time, which counts where `column` is null. */
  other_end?: string
}

export type Filters = Record<string, Filter>

const filter = <S extends TSchema>(schema: S, comparison: Comparison, column = ''): Filter<S> => ({
  schema,
  comparison,
  column,
})

/** A column of several values contains one of the given ones. */
export const overlaps = (column: string) => filter(Names, 'overlaps', column)
export const contains = (column: string, schema: TSchema) =>
  filter(schema as Type.TString, 'contains', column)
/** One of the given values in any spelling, for a column that keeps what it was given. */
export const anyCaseOf = (column: string) => filter(Names, 'any_case_of', column)
export const isAfter = (column: string) => filter(Timestamp, 'after', column)
export const isBefore = (column: string) => filter(Timestamp, 'before', column)
/** A part of the span lies after, or before, the given time. A span with only one end counts at that moment. */
export const endsAfter = (end: string, start: string) => ({ ...isAfter(end), other_end: start })
export const startsBefore = (start: string, end: string) => ({ ...isBefore(start), other_end: end })
export const isNull = (column: string, description: string) =>
  filter(Type.Boolean({ description }), 'is_null', column)
/** One of the conditions that the noun declares. */
export const condition = <const T extends string[]>(names: readonly [...T], description: string) =>
  filter(Enum(names, description), 'condition')
export const own = <S extends TSchema>(schema: S) => filter(schema, 'own')

/** Filters of every list. */
export const commonFilters = {
  created_after: isAfter('created_at'),
  created_before: isBefore('created_at'),
  q: filter(Text(500, 'Full text: words, "phrases", -not, or an id'), 'text'),
}

const Integers = Pattern(
  String.raw`^-?\d{1,9}(,-?\d{1,9})*$`,
  'one or more whole numbers, with commas between them',
)

/** The filter named like its field: a boolean, or one or more values separated by commas. */
export function filterOf(column: string, schema: TSchema): Filter {
  const { type, format, enum: words } = schema as { type?: string; format?: string; enum?: string[] }
  if (format === 'email') return { ...filter(Names, 'any_of', column), is_address: true }
  if (type === 'integer') return filter(Integers, 'any_integer_of', column)
  if (type === 'boolean') return filter(Type.Boolean(), 'equals', column)
  return words ? { ...filter(CommaList(words), 'any_of', column), words } : filter(Names, 'any_of', column)
}
