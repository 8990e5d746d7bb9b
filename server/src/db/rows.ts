import type { RawBuilder } from 'kysely'
import type { Db } from './ctx.ts'

export const allRows = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db)).rows

export const firstRow = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | undefined> =>
  (await statement.execute(db)).rows[0]

/** For a statement that always returns one row. */
export const onlyRow = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> =>
  (await statement.execute(db)).rows[0]!

const firstColumn = <Value>(row: unknown): Value => Object.values(row as Record<string, Value>)[0]!

/** The first column of every row. */
export const allValues = async <Value>(db: Db, statement: RawBuilder<unknown>): Promise<Value[]> =>
  (await statement.execute(db)).rows.map((row) => firstColumn<Value>(row))

/** The first column of the first row. */
export const firstValue = async <Value>(db: Db, statement: RawBuilder<unknown>): Promise<Value | undefined> =>
  (await allValues<Value>(db, statement))[0]

/** The first column of a statement that always returns one row. */
export const onlyValue = async <Value>(db: Db, statement: RawBuilder<unknown>): Promise<Value> =>
  (await allValues<Value>(db, statement))[0]!

export const isFound = async (db: Db, statement: RawBuilder<unknown>): Promise<boolean> =>
  (await statement.execute(db)).rows.length > 0

/** How many rows a statement has inserted, updated or deleted. */
export const countAffected = async (db: Db, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows)
