import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Schema } from './tables.ts'

/** A database with a connection pool; a transaction is another type, on a single connection. */
export class PooledDb extends Kysely<Schema> {
  readonly #opened = new Map<object, unknown>()

  constructor(pool: pg.Pool) {
    super({ dialect: new PostgresDialect({ pool }) })
  }

  /** Created on first use, and kept as long as the database is open. */
  once<T>(key: object, make: () => T): T {
    if (!this.#opened.has(key)) this.#opened.set(key, make())
    return this.#opened.get(key) as T
  }
}
