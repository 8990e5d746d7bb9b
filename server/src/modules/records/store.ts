import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { run } from '../../db/statement.ts'
import { journalParts, type Journal } from '../../events/journal.ts'
import type { Comparison, Filters } from './filters.ts'
import type { NewRecord, RecordRow } from './model.ts'

interface Spec {
  table: string
  /** SQL that gives the next id. */
  next_id: string
  /** Its own columns, without those that every record has. */
  columns: readonly string[]
  /** Times by which a list may be sorted although some records have none. */
  optional_times?: readonly string[]
}

/** All that a record is made of; what the database works out for its own use, such as the words to search, stays there. */
const everyRecord = ['id', 'version', 'created_at', 'updated_at', 'deleted_at', 'deleted_by']

export type Condition = RawBuilder<boolean>

/** The statements that every table of records needs. PostgreSQL turns JSON into columns, whatever their types. */
export function tableOf<Row extends RecordRow>({ table, next_id, columns, optional_times = [] }: Spec) {
  const own = columns.join(', ')
  const whole = [...everyRecord, ...columns]
  const row = whole.join(', ')
  const filled = columns.map((column) => `filled.${column}`).join(', ')
  return {
    /** The record, its audit entry, its events and its jobs: one statement. */
    insert: async (ctx: Ctx, draft: NewRecord<Row>, journal: Journal): Promise<Row> => {
      const [made] = await run<Row>(
        ctx.db,
        ($) => `
        with subject as materialized (
          select ${next_id} as id, ${$(JSON.stringify(draft))}::jsonb as row, ${$(JSON.stringify(journal))}::jsonb as journal),
        made as (
          insert into ${table} (id, ${own}, created_at, updated_at)
          select subject.id, ${filled}, ${$(ctx.now)}::timestamptz, ${$(ctx.now)}::timestamptz
          from subject, jsonb_populate_record(null::${table}, row) as filled returning ${row}),
        ${journalParts('subject')}
        select * from made`,
      )
      if (!ctx.db.isTransaction) ctx.wake()
      return made!
    },
    lock: async (tx: Tx, id: string): Promise<Row | undefined> =>
      (
        await run<Row>(
          tx,
          ($) => `select ${row} from ${table} where id = ${$(id)} and deleted_at is null for update`,
        )
      )[0],
    find: async (db: Db, id: string, includeDeleted = false): Promise<Row | undefined> =>
      (
        await run<Row>(
          db,
          ($) =>
            `select ${row} from ${table} where id = ${$(id)} and (deleted_at is null or ${$(includeDeleted)})`,
        )
      )[0],
    update: async (ctx: Ctx<Tx>, id: string, revised: Row): Promise<Row> => {
      const [written] = await run<Row>(
        ctx.db,
        ($) => `
        update ${table} set (${own}, version, updated_at) = (
          select ${filled}, filled.version, filled.updated_at
          from jsonb_populate_record(null::${table}, ${$(JSON.stringify(revised))}::jsonb) as filled)
        where id = ${$(id)} returning ${row}`,
      )
      return written!
    },
    markDeleted: async (ctx: Ctx<Tx>, id: string): Promise<Row> => {
      const [deleted] = await run<Row>(
        ctx.db,
        ($) => `update ${table} set deleted_at = ${$(ctx.now)}, deleted_by = ${$(ctx.actor.email)},
          updated_at = ${$(ctx.now)}, version = version + 1 where id = ${$(id)} returning ${row}`,
      )
      return deleted!
    },
    exists: async (db: Db, id: string, includeDeleted = false): Promise<boolean> =>
      (
        await run(
          db,
          ($) => `select from ${table} where id = ${$(id)} and (deleted_at is null or ${$(includeDeleted)})`,
        )
      ).length > 0,
    /** Those of the given ids that there are. */
    among: async (db: Db, ids: string[]): Promise<Row[]> =>
      run<Row>(
        db,
        ($) =>
          `select ${row} from ${table} where id = any(${$(ids)}::text[]) and deleted_at is null order by id`,
      ),
    /** `more`: columns that are worked out for this list, so that it can be sorted by them. */
    list: (
      db: Db,
      conditions: Condition[],
      request: PageRequest,
      more: Record<string, RawBuilder<unknown>> = {},
    ): Promise<Page<Row>> => {
      const added = Object.entries(more).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
      const source = sql`(select ${sql.join([sql`*`, ...added])} from ${sql.table(table)})`.as(table)
      let query = db
        .selectFrom(source as never)
        .select([...whole, ...Object.keys(more)] as never) as never as {
        where: (condition: Condition) => typeof query
      }
      for (const condition of [sql<boolean>`deleted_at is null`, ...conditions])
        query = query.where(condition)
      const is_optional = optional_times.includes(request.sort)
      return readPage(db, query as never, { ...request, is_optional }) as Promise<Page<never>>
    },
  }
}

type Compare = (column: RawBuilder<unknown>, value: never) => Condition

const comparisons: Partial<Record<Comparison, Compare>> = {
  any_of: (column, list: string) => sql`${column} = any(${list.split(',')}::text[])`,
  overlaps: (column, list: string) => sql`${column} && ${list.split(',')}::text[]`,
  contains: (column, value: string) => sql`${column} @> array[${value}]::text[]`,
  equals: (column, value: boolean) => sql`${column} = ${value}`,
  after: (column, time: string) => sql`${column} > ${time}::timestamptz`,
  before: (column, time: string) => sql`${column} < ${time}::timestamptz`,
  // An id finds its record.
  text: (_, q: string) =>
    q.trim() === ''
      ? sql`true`
      : sql`(search @@ websearch_to_tsquery('english', ${q}) or id = upper(${q.trim()}))`,
}

/** What the query parameters of a list ask for; the module adds the conditions of filters of its own. */
export const conditionsOf = (filters: Filters, query: object): Condition[] =>
  Object.entries(filters).flatMap(([name, { comparison, column }]) => {
    const value = (query as Record<string, unknown>)[name]
    const compare = value === undefined ? undefined : comparisons[comparison]
    return compare ? [compare(sql.ref(column), value as never)] : []
  })

const compareBy =
  (comparison: Comparison) =>
  (column: string, value: unknown): Condition[] =>
    value === undefined ? [] : [comparisons[comparison]!(sql.ref(column), value as never)]

/** The same for lists of tables that are no nouns. */
export const anyOf = compareBy('any_of')
export const has = compareBy('contains')
export const is = compareBy('equals')
