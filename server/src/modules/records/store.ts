import { valuesIn, type ListedValues } from '../../kernel/comma-list.ts'
import { toStoredAddress } from '../../kernel/email-address.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { firstRow, isFound, onlyRow } from '../../db/rows.ts'
import { searchQuery } from '../../db/search-query.ts'
import { journalParts, wakeFor, type Journal } from '../../events/journal.ts'
import type { Comparison, Filters } from './filters.ts'
import type { NewRecord, RecordRow } from './model.ts'
import { isOneOf } from './noun.ts'

interface Spec {
  table: string
  next_id: string
  /** Its own columns, without those that every record has. */
  columns: readonly string[]
  /** Columns by which a list may be sorted although some records have no value in them. */
  optional_sorts?: readonly string[]
}

/** Columns are named, because generated ones, such as the search index, stay in the database. */
const everyRecord = ['id', 'version', 'created_at', 'updated_at', 'deleted_at', 'deleted_by']

export type Condition = RawBuilder<boolean>

export type Table<Row extends RecordRow> = ReturnType<typeof tableOf<Row>>

/** The statements that every table of records needs. PostgreSQL converts JSON to columns of any type. */
export function tableOf<Row extends RecordRow>({ table, next_id, columns, optional_sorts = [] }: Spec) {
  const into = sql.table(table)
  const type = sql.raw(table)
  const own = sql.raw(columns.join(', '))
  const row = sql.raw([...everyRecord, ...columns].join(', '))
  const filled = sql.raw(columns.map((column) => `filled.${column}`).join(', '))
  return {
    /** The record, its audit entry, its events and its jobs: one statement. */
    insert: async (ctx: Ctx, draft: NewRecord<Row>, journal: Journal): Promise<Row> => {
      const made = await onlyRow(
        ctx.db,
        sql<Row>`
        with subject as materialized (
          select ${sql.raw(next_id)} as id, ${JSON.stringify(draft)}::jsonb as row, ${JSON.stringify(journal)}::jsonb as journal),
        made as (
          insert into ${into} (id, ${own}, created_at, updated_at)
          select subject.id, ${filled}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
          from subject, jsonb_populate_record(null::${type}, row) as filled returning ${row}),
        ${journalParts}
        select * from made`,
      )
      wakeFor(ctx, journal)
      ctx.wake('index')
      return made
    },
    lock: (tx: Tx, id: string): Promise<Row | undefined> =>
      firstRow(tx, sql`select ${row} from ${into} where id = ${id} and deleted_at is null for update`),
    find: (db: Db, id: string, includeDeleted = false): Promise<Row | undefined> =>
      firstRow(
        db,
        sql`select ${row} from ${into} where id = ${id} and (deleted_at is null or ${includeDeleted})`,
      ),
    update: (ctx: Ctx<Tx>, id: string, revised: Row): Promise<Row> =>
      onlyRow(
        ctx.db,
        sql`
        update ${into} set (${own}, version, updated_at) = (
          select ${filled}, filled.version, filled.updated_at
          from jsonb_populate_record(null::${type}, ${JSON.stringify(revised)}::jsonb) as filled)
        where id = ${id} returning ${row}`,
      ),
    markDeleted: (ctx: Ctx<Tx>, id: string): Promise<Row> =>
      onlyRow(
        ctx.db,
        sql`update ${into} set deleted_at = ${ctx.now}, deleted_by = ${ctx.actor.email},
          updated_at = ${ctx.now}, version = version + 1 where id = ${id} returning ${row}`,
      ),
    exists: (db: Db, id: string, includeDeleted = false): Promise<boolean> =>
      isFound(db, sql`select from ${into} where id = ${id} and (deleted_at is null or ${includeDeleted})`),
    /** `more`: computed columns by which this list can be sorted. */
    list: (
      db: Db,
      conditions: Condition[],
      request: PageRequest,
      more: Record<string, RawBuilder<unknown>> = {},
    ): Promise<Page<Row>> => {
      const added = Object.entries(more).map(([name, value]) => sql`, ${value} as ${sql.ref(name)}`)
      return readPage<Row>(
        db,
        sql`select ${row}${sql.join(added, sql``)} from ${into}
          where ${allOf([sql`deleted_at is null`, ...conditions])}`,
        { ...request, is_optional: optional_sorts.includes(request.sort) },
      )
    },
  }
}

export const allOf = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

type Compare = (column: RawBuilder<unknown>, value: unknown) => Condition

const comparisons: Partial<Record<Comparison, Compare>> = {
  any_of: (column, list) => sql`${column} = any(${valuesIn(list as ListedValues)}::text[])`,
  any_case_of: (column, list) =>
    sql`lower(${column}) in (select lower(value) from unnest(${valuesIn(list as ListedValues)}::text[]) as value)`,
  any_integer_of: (column, list) => sql`${column} = any(${String(list).split(',')}::integer[])`,
  overlaps: (column, list) => sql`${column} && ${valuesIn(list as ListedValues)}::text[]`,
  contains: (column, value) => sql`${column} @> array[${value}]::text[]`,
  equals: (column, value) => sql`${column} = ${value}`,
  after: (column, time) => sql`${column} > ${time}::timestamptz`,
  before: (column, time) => sql`${column} < ${time}::timestamptz`,
  // An id finds its record.
  text: (_, value) => {
    const q = String(value)
    if (q.trim() === '') return sql`true`
    return sql`(search @@ ${searchQuery(q)} or id = upper(${q.trim()}))`
  },
}

/**
 * Declared words are literals, because PostgreSQL would soon keep one plan for rare and common values of a parameter. The
 * order of the declaration gives lists with the same values the same prepared statement.
 */
export function isAnyOf(column: string, words: readonly string[], list: string): Condition {
  const given = list.split(',')
  const known = words.filter((word) => given.includes(word))
  return sql.raw(isOneOf(column, known))
}

/** The conditions of a list's query parameters; the module adds those of its own filters. */
export const conditionsOf = (filters: Filters, query: object): Condition[] =>
  Object.entries(filters).flatMap(([name, { comparison, column, words, is_address, other_end }]) => {
    const given = (query as Record<string, unknown>)[name]
    if (words && typeof given === 'string') return [isAnyOf(column, words, given)]
    const value =
      is_address && given !== undefined ? valuesIn(given as ListedValues).map(toStoredAddress) : given
    const compare = value === undefined ? undefined : comparisons[comparison]
    if (!compare) return []
    const condition = compare(sql.ref(column), value)
    return [other_end ? orAtOtherEnd(condition, { comparison, column, other_end }, value) : condition]
  })

/** The moment of a span with only one end is part of it, so that one of two adjoining ranges has it. */
const orAtOtherEnd = (
  condition: Condition,
  { comparison, column, other_end }: { comparison: Comparison; column: string; other_end: string },
  time: unknown,
): Condition => sql`(${condition} or (${sql.ref(column)} is null
    and ${sql.ref(other_end)} ${sql.raw(comparison === 'after' ? '>=' : '<=')} ${time}::timestamptz))`

export const compareBy =
  (comparison: Comparison) =>
  (column: string, value: unknown): Condition[] =>
    value === undefined ? [] : [comparisons[comparison]!(sql.ref(column), value)]

/** The same for lists of tables that are no nouns. */
export const anyOf = compareBy('any_of')
export const has = compareBy('contains')
export const hasAnyOf = compareBy('overlaps')
export const is = compareBy('equals')
