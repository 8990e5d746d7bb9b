import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { firstRow, onlyRow } from '../../../db/rows.ts'
import { allOf, type Condition } from '../store.ts'

interface TableSpec {
  table: string
  columns: readonly string[]
  /** Columns that are only written, such as a hash. */
  write_only?: readonly string[]
}

/** The statements that every administered table needs. PostgreSQL converts JSON to columns of any type. */
export function administeredTable<Row extends { id: string }, Input extends object>({
  table,
  columns,
  write_only = [],
}: TableSpec) {
  const writable = [...columns, ...write_only, 'deleted_at']
  const into = sql.table(table)
  const read = sql.raw(columns.join(', '))
  const select = sql<Row>`select ${read} from ${into} where deleted_at is null`
  const given = (values: object) =>
    sql`json_populate_record(null::${sql.raw(table)}, ${JSON.stringify(values)}::json) as given`
  const columnsIn = (values: object) =>
    writable.filter((column) => (values as Record<string, unknown>)[column] !== undefined)
  return {
    find: (db: Db, id: string): Promise<Row | undefined> => firstRow(db, sql`${select} and id = ${id}`),
    lock: (tx: Tx, id: string): Promise<Row | undefined> =>
      firstRow(tx, sql`${select} and id = ${id} for update`),
    list: (db: Db, conditions: Condition[], request: PageRequest): Promise<Page<Row>> =>
      readPage<Row>(
        db,
        sql`select ${read} from ${into} where ${allOf([sql`deleted_at is null`, ...conditions])}`,
        request,
      ),
    insert: (tx: Tx, values: Input): Promise<Row> => {
      const names = sql.raw(columnsIn(values).join(', '))
      return onlyRow(
        tx,
        sql`insert into ${into} (${names}) select ${names} from ${given(values)} returning ${read}`,
      )
    },
    /** `endsTokens`: every token and session issued before ends; only accounts have these. */
    update: (
      tx: Tx,
      id: string,
      values: Partial<Input> & { deleted_at?: Date | null },
      { endsTokens = false } = {},
    ): Promise<Row> => {
      const set = [
        ...columnsIn(values).map((name) => `${name} = given.${name}`),
        'version = t.version + 1',
        'updated_at = now()',
        ...(endsTokens ? ['epoch = t.epoch + 1', 'epoch_changed_at = now()'] : []),
      ]
      return onlyRow(
        tx,
        sql`update ${into} t set ${sql.raw(set.join(', '))} from ${given(values)}
          where t.id = ${id} returning ${sql.raw(columns.map((name) => `t.${name}`).join(', '))}`,
      )
    },
  }
}
