import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { run } from '../../../db/statement.ts'
import type { Condition } from '../store.ts'

interface TableSpec {
  table: string
  /** Columns to read. */
  columns: readonly string[]
  /** Columns that are only written, such as a hash. */
  write_only?: readonly string[]
}

/** One page of a select that is put together from conditions. */
export const pageOf = <Row extends { id: string }>(
  db: Db,
  select: RawBuilder<Row>,
  request: PageRequest,
): Promise<Page<Row>> =>
  readPage(
    db,
    db
      .selectFrom(sql<Row>`(${select})`.as('listed'))
      .selectAll()
      .$castTo<Row>(),
    request,
  )

export const allOf = (conditions: Condition[]): Condition => sql<boolean>`${sql.join(conditions, sql` and `)}`

/** The statements that every administered table needs. PostgreSQL turns JSON into columns, whatever their types. */
export function administeredTable<Row extends { id: string }, Input extends object>({
  table,
  columns,
  write_only = [],
}: TableSpec) {
  const writable = [...columns, ...write_only, 'deleted_at']
  const read = columns.join(', ')
  const select = `select ${read} from ${table} where deleted_at is null`
  const given = ($: (value: unknown) => string, values: object) =>
    `json_populate_record(null::${table}, ${$(JSON.stringify(values))}::json) as given`
  const columnsIn = (values: object) =>
    writable.filter((column) => (values as Record<string, unknown>)[column] !== undefined)
  return {
    find: async (db: Db, id: string): Promise<Row | undefined> =>
      (await run<Row>(db, ($) => `${select} and id = ${$(id)}`))[0],
    lock: async (tx: Tx, id: string): Promise<Row | undefined> =>
      (await run<Row>(tx, ($) => `${select} and id = ${$(id)} for update`))[0],
    list: (db: Db, conditions: Condition[], request: PageRequest): Promise<Page<Row>> =>
      pageOf(
        db,
        sql<Row>`select ${sql.raw(read)} from ${sql.table(table)} where ${allOf([sql<boolean>`deleted_at is null`, ...conditions])}`,
        request,
      ),
    insert: async (tx: Tx, values: Input): Promise<Row> => {
      const names = columnsIn(values)
      const [row] = await run<Row>(
        tx,
        ($) => `insert into ${table} (${names.join(', ')})
          select ${names.join(', ')} from ${given($, values)} returning ${read}`,
      )
      return row!
    },
    /** `alsoSet`: values that the database computes, such as `epoch = t.epoch + 1`. */
    update: async (
      tx: Tx,
      id: string,
      values: Partial<Input> & { deleted_at?: Date | null },
      alsoSet?: string,
    ): Promise<Row> => {
      const set = [
        ...columnsIn(values).map((name) => `${name} = given.${name}`),
        'version = t.version + 1',
        'updated_at = now()',
        ...(alsoSet ? [alsoSet] : []),
      ]
      const [row] = await run<Row>(
        tx,
        ($) => `update ${table} t set ${set.join(', ')} from ${given($, values)}
          where t.id = ${$(id)} returning ${columns.map((name) => `t.${name}`).join(', ')}`,
      )
      return row!
    },
  }
}
