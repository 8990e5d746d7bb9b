import type { RawBuilder } from 'kysely'
import type { Db } from './ctx.ts'

export const allRows = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db)).rows

export const firstRow = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | undefined> =>
  (await statement.execute(db)).rows[0]

/** For a statement that always returns one row. */
export const onlyRow = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> =>
  (await statement.execute(db)).rows[0]!
