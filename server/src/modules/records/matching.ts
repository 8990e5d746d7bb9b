import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { allValues, isFound } from '../../db/rows.ts'
import { invalidField } from '../../kernel/errors.ts'
import { allOf, type Condition } from './store.ts'

/** A bulk operation by filter covers at most this many records. */
const maxMatching = 10_000

/** The records of a table that match the filters of its list, for operations on all of them. */
export const matchingIn = <Filter extends object>(
  table: string,
  conditionsOf: (filter: Filter) => Condition[],
) => ({
  /** The ids at this moment, newest first. A filter that matches none, or too many, is an error. */
  ids: async (db: Db, given: Filter): Promise<string[]> => {
    const ids = await allValues<string>(
      db,
      sql`select id from ${sql.table(table)} where ${allOf(conditionsOf(checked(given)))}
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
        where id = ${id} and ${allOf(conditionsOf(checked(filter as Filter)))} for update`,
    ),
})

/** Blank values filter nothing: without another one, a slip of the caller would reach every record. */
function checked<Filter extends object>(given: Filter): Filter {
  const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''
  const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => !isBlank(value)))
  if (Object.keys(filter).length === 0)
    throw invalidField('filter', 'required', 'filter must have at least one condition')
  return filter as Filter
}
