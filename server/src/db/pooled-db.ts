import {
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type CompiledQuery,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from './tables.ts'

/** The database behind a pool of connections. A transaction is not one, and has a single connection. */
export class PooledDb extends Kysely<Schema> {
  readonly #executor: QueryExecutor
  readonly #opened = new Map<object, unknown>()

  constructor(pool: pg.Pool) {
    const dialect = new PostgresDialect({ pool })
    super({ dialect })
    this.#executor = new PoolExecutor(dialect, super.getExecutor(), pool)
  }

  override getExecutor(): QueryExecutor {
    return this.#executor
  }

  /** Made when it is first asked for, and kept as long as the database is open. */
  once<T>(key: object, make: () => T): T {
    if (!this.#opened.has(key)) this.#opened.set(key, make())
    return this.#opened.get(key) as T
  }
}

/** Takes SQL templates straight to the driver: Kysely's own way there passes a dozen promises. See docs/performance.md. */
class PoolExecutor extends DefaultQueryExecutor {
  readonly #pool: pg.Pool

  constructor(dialect: PostgresDialect, inner: QueryExecutor, pool: pg.Pool) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), inner)
    this.#pool = pool
  }

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const client = await this.#pool.connect()
    try {
      const { rows, rowCount } = await client.query<Row & pg.QueryResultRow>(sql, [...parameters])
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } finally {
      client.release()
    }
  }
}
