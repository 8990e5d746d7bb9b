import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { second } from '../kernel/durations.ts'
import { databaseClock, type Clock } from './clock.ts'
import type { Db } from './ctx.ts'
import { startEmbedded, type EmbeddedServer } from './embedded/server.ts'
import { migrate } from './migrate.ts'
import { connectTimeout, openDb, openPool } from './pool.ts'

export interface Database {
  db: Db
  pool: pg.Pool
  clock: Clock
  /** Ends the patience of the start: a request that waits too long for a connection is refused. */
  limitWaits: () => void
  close: () => Promise<void>
}

const clockSyncInterval = 30 * second
/** On a busy machine a connection may take seconds, and a start that fails helps nobody. */
const startWithin = 30 * second

/** Opens the embedded or external database and migrates it. */
export async function openDatabase(
  config: Config,
  log: Logger,
  connectWithin?: number,
  halt?: AbortSignal,
): Promise<Database> {
  const server = await startDatabase(config, log, halt)
  try {
    const database = await connectDatabase(server.url, config.database_pool_size, log, connectWithin)
    const close = async () => {
      // A query that takes longer ends with the server, or with this process.
      await Promise.race([database.close(), sleep(second)])
      await server.stop()
    }
    return { ...database, close }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Starts the embedded database, or uses the external one, and migrates its schema. */
export async function startDatabase(
  config: Config,
  log: Logger,
  halt?: AbortSignal,
): Promise<EmbeddedServer> {
  const server = config.database_url
    ? { url: config.database_url, stop: () => Promise.resolve() }
    : await startEmbedded(config.data_dir, log)
  try {
    await migrate(server.url, log, { halt })
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

export async function connectDatabase(
  url: string,
  poolSize: number,
  log: Logger,
  connectWithin = connectTimeout,
): Promise<Database> {
  const pool = openPool(url, poolSize, log, { connectWithin: Math.max(startWithin, connectWithin) })
  const db = openDb(pool)
  const clock = databaseClock()
  try {
    await clock.sync(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const syncing = setInterval(() => {
    clock.sync(db).catch((error: unknown) => log.debug({ err: error }, 'could not compare clocks'))
  }, clockSyncInterval).unref()
  const close = async () => {
    clearInterval(syncing)
    await db.destroy()
  }
  const limitWaits = () => {
    pool.options.connectionTimeoutMillis = connectWithin
  }
  return { db, pool, clock, limitWaits, close }
}
