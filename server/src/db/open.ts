import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { second } from '../kernel/durations.ts'
import { databaseClock, type Clock } from './clock.ts'
import type { Db } from './ctx.ts'
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

/** Opens the embedded or external database and migrates it. */
export async function openDatabase(config: Config, log: Logger, connectWithin?: number): Promise<Database> {
  const embedded = config.database_url ? undefined : await startEmbedded(config.data_dir, log)
  try {
    const url = embedded?.url ?? config.database_url
    await migrate(url, log)
    const pool = openPool(url, config.database_pool_size, log, connectWithin)
    const db = openDb(pool)
    const clock = databaseClock()
    await clock.sync(db)
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
