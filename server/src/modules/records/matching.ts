import { sql } from 'kysely'
import { Type, type TSchema } from 'typebox'
import type { Db, Tx } from '../../db/ctx.ts'
import { allValues, isFound } from '../../db/rows.ts'
import { invalidField } from '../../kernel/errors.ts'
import { Named, Names } from '../../kernel/schema.ts'
import type { Filters } from './filters.ts'
import { allOf, type Condition } from './store.ts'

/** A bulk operation by filter covers at most this many records. */
const maxMatching = 10_000

const Name = Type.String({ minLength: 1, maxLength: 255 })
const OneOrSeveralNames = Named(
  'OneOrSeveralNames',
  Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: 100 })], {
    description: 'One value, or an array of several. A comma is part of a value.',
  }),
)

const hasNames = (filters: Filters, name: string) => filters[name]?.schema === Names

/** The filters of a list in JSON, where a name with a comma must never stand for records of another name. */
export const bulkFilterSchemas = <S extends Record<string, TSchema>>(filters: Filters, schemas: S): S =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      hasNames(filters, name) ? Type.Optional(OneOrSeveralNames) : schema,
    ]),
  ) as S

/** The records of a table that match the filters of its list, for operations on all of them. */
export const matchingIn = <Filter extends object>(
  table: string,
  filters: Filters,
  conditionsOf: (filter: Filter) => Condition[],
) => ({
  /** The ids at this moment, newest first. A filter that matches none, or too many, is an error. */
  ids: async (db: Db, given: Filter): Promise<string[]> => {
    const ids = await allValues<string>(
      db,
      sql`select id from ${sql.table(table)} where ${allOf(conditionsOf(toExact(filters, given)))}
        order by created_at desc, id desc limit ${maxMatching + 1}`,
    )
    if (ids.length === 0) throw invalidField('filter', 'no_match', 'filter matches no record')
    if (ids.length > maxMatching)
      throw invalidField(
        'filter',
        'too_many',
        `filter matches more than ${maxMatching} records: narrow it, or send several requests`,
      )
    return ids
  },
  /** Whether a record still matches; it is locked until the end of the transaction. */
  has: (tx: Tx, id: string, filter: object): Promise<boolean> =>
    isFound(
      tx,
      sql`select from ${sql.table(table)}
        where id = ${id} and ${allOf(conditionsOf(toExact(filters, filter as Filter)))} for update`,
    ),
})

/**
 * A text is one name, however many commas it has. Blank values filter nothing: without another one, a slip of the caller would
 * reach every record.
 */
function toExact<Filter extends object>(filters: Filters, given: Filter): Filter {
  const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''
  const conditions = Object.entries(given).filter(([, value]) => !isBlank(value))
  if (conditions.length === 0)
    throw invalidField('filter', 'required', 'filter must have at least one condition')
  const exact = conditions.map(([name, value]) => [
    name,
    hasNames(filters, name) && typeof value === 'string' ? [value] : value,
  ])
  return Object.fromEntries(exact) as Filter
}
