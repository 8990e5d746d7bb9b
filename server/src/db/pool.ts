import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { minute, second } from '../kernel/durations.ts'
import type { Db } from './ctx.ts'
import type { Tables } from './tables.ts'

/** Statements whose text is worth a name; past this the texts are generated and a name would not pay. */
const maxNames = 500

const int8 = 20

/** Gives every parameterised statement a name, so that PostgreSQL parses and plans it once per connection. */
function preparingClient(names: Map<string, string>): typeof pg.Client {
  return class extends pg.Client {
    override query(...args: unknown[]): never {
      const [text, values] = args
      if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
        let name = names.get(text)
        if (!name && names.size < maxNames) names.set(text, (name = `s${names.size}`))
        if (name) return super.query({ text, values, name }) as never
      }
      return super.query(...(args as [string])) as never
    }
  } as typeof pg.Client
}

export function openPool(url: string, size: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: preparingClient(new Map()),
    max: size,
    application_name: 'mainstay',
    connectionTimeoutMillis: 2 * second,
    idleTimeoutMillis: minute,
    statement_timeout: 10 * second,
    lock_timeout: 2 * second,
    idle_in_transaction_session_timeout: 15 * second,
    // Finds a half-open socket: nothing of ours takes longer than the statement timeout.
    query_timeout: 12 * second,
    keepAlive: true,
    types: {
      // Our counts and sequences stay below 2^53.
      getTypeParser: (oid: number, format?: 'text') =>
        oid === int8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    } as pg.CustomTypesConfig,
  })
  // An idle connection that breaks says so here; the next query opens a new one.
  pool.on('error', (error) => log.warn({ err: error.message }, 'lost an idle database connection'))
  return pool
}

export const openDb = (pool: pg.Pool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
