import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { second } from '../kernel/durations.ts'
import { databaseClock, type Clock } from './clock.ts'
import type { Db } from './ctx.ts'
import { isUnavailable } from './errors.ts'
import { startEmbedded } from './embedded/server.ts'
import { migrate } from './migrate.ts'
import { openDb, openPool } from './pool.ts'

export interface Database {
  db: Db
  pool: pg.Pool
  clock: Clock
  close: () => Promise<void>
}

const clockSyncInterval = 30 * second
const attemptsAtStart = 5

/** The database, embedded or outside, migrated and ready. */
export async function openDatabase(config: Config, log: Logger, connectWithin?: number): Promise<Database> {
  const embedded = config.database_url ? undefined : await startEmbedded(config.data_dir, log)
  try {
    const url = embedded?.url ?? config.database_url
    await migrate(url, log)
    const pool = openPool(url, config.database_pool_size, log, connectWithin)
    const db = openDb(pool)
    const clock = databaseClock()
    await connectFirst(() => clock.sync(db))
    const syncing = setInterval(() => {
      clock.sync(db).catch((error: unknown) => log.debug({ err: error }, 'could not compare clocks'))
    }, clockSyncInterval).unref()
    return {
      db,
      pool,
      clock,
      close: async () => {
        clearInterval(syncing)
        await db.destroy()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** It has just been migrated, so it is there: while code is loaded, a connection may only seem to take too long. */
async function connectFirst(connect: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await connect()
    } catch (error) {
      if (attempt === attemptsAtStart || !isUnavailable(error)) throw error
    }
}
