import pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { minute, second } from '../kernel/durations.ts'
import { preparingClient } from './client.ts'
import type { Db } from './ctx.ts'
import { DatabaseHosts } from './hosts.ts'
import { PooledDb } from './pooled-db.ts'

const int8 = 20

/** How long a request waits for a connection before it is refused. */
export const connectTimeout = 2 * second

/** No request waits longer; a command may. */
const requestLimits = {
  statement_timeout: 10 * second,
  lock_timeout: 2 * second,
  idle_in_transaction_session_timeout: 15 * second,
  // Detects a half-open socket: no statement takes longer than its time-out.
  query_timeout: 12 * second,
}

interface PoolOptions {
  connectWithin?: number | undefined
  limits?: pg.ClientConfig
}

export function openPool(
  url: string,
  size: number,
  log: Log,
  { connectWithin = connectTimeout, limits = requestLimits }: PoolOptions = {},
): pg.Pool {
  const hosts = new DatabaseHosts(url, log)
  const pool = new pg.Pool({
    connectionString: hosts.first.url,
    Client: preparingClient(hosts),
    max: size,
    application_name: 'mainstay',
    connectionTimeoutMillis: connectWithin,
    idleTimeoutMillis: minute,
    ...limits,
    keepAlive: true,
    types: {
      // Our counts and sequences stay below 2^53.
      getTypeParser: (oid: number, format?: 'text') =>
        oid === int8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    } as pg.CustomTypesConfig,
  })
  // An idle connection that breaks is reported here; the next query opens a new one. At a stop the database may end first.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error.message }, 'lost an idle database connection')
  })
  // One that breaks between two queries of a transaction: the next query fails, the process must not.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export const openDb = (pool: pg.Pool): Db => new PooledDb(pool)
