import cluster from 'node:cluster'
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { banner } from '../banner.ts'
import type { Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { startDatabase } from '../db/open.ts'
import { onHangUp } from '../hang-ups.ts'
import { Hub } from './hub.ts'
import { WorkerPool } from './worker-pool.ts'
import type { Assignment } from './worker-process.ts'

const fewestConnections = 4

/**
 * The process that serves no requests itself: it owns the embedded database, the schema and the workers.
 * The first worker loads its code while the database starts, and serves before the others begin.
 */
export async function supervise(
  config: Config,
  log: Logger,
  opened: (() => Promise<void>)[],
  halt: AbortSignal,
  onFatal: (reason: string) => void,
): Promise<void> {
  // Workers accept connections themselves: a connection that this process passed to a dying worker would be lost, and
  // its client would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.js', import.meta.url)), args: [] })
  const database = startDatabase(config, log, halt)
  const assignment = database.then(({ url }): Omit<Assignment, 'is_first'> => ({
    database_url: url,
    pool_size: Math.max(fewestConnections, Math.ceil(config.database_pool_size / config.workers)),
  }))
  assignment.catch(() => undefined) // reported below, where the database is awaited
  const pool = new WorkerPool({ size: config.workers, hub: new Hub(), log, assignment, onFatal })
  const starting = pool.start()
  starting.catch(() => undefined) // the database may fail first
  let migrating = Promise.resolve()
  // Also used to deploy a new release, so migrations run first. One that is asked for during the start follows it.
  restartOnHangUp(async () => {
    try {
      await starting
      migrating = migrate((await database).url, log, { halt })
      await migrating
      await pool.restart()
    } catch (error) {
      if (!halt.aborted) log.error({ err: error }, 'the workers were not restarted')
    }
  })
  const { stop } = await database
  opened.push(
    stop,
    () => pool.stop(),
    () => migrating.catch(() => undefined), // reported above
  )
  if (halt.aborted) return
  const credentials = await starting
  if (halt.aborted) return
  process.stdout.write(banner(config, credentials, process.stdout.isTTY))
}

/** From the beginning, because a signal that nobody handles ends this process and leaves PostgreSQL behind. */
function restartOnHangUp(restart: () => Promise<void>): void {
  let isStopping = false
  onHangUp(() => {
    if (!isHungUp()) return void restart()
    // The terminal was closed, so the service stops. It sends the signal twice, and a second SIGTERM would cut requests off.
    if (!isStopping) process.kill(process.pid, 'SIGTERM')
    isStopping = true
  })
}

function isHungUp(): boolean {
  if (!process.stdout.isTTY) return false
  try {
    writeSync(1, '')
    return false
  } catch {
    return true
  }
}
