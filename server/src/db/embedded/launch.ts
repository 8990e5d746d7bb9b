import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../kernel/durations.ts'
import { ensureDatabase } from './database.ts'
import {
  connect,
  DataDirInUse,
  isPasswordRefused,
  keepGuard,
  takeGuard,
  type ConnectionSettings,
} from './guard.ts'
import { passwordFile } from './password.ts'
import { endOf, startOverWhenLarge } from './server-log.ts'
import { toFlags, type ClusterFiles, type Settings } from './single-user.ts'

export interface ClusterLayout extends ClusterFiles, ConnectionSettings {
  logFile: string
  settings: Settings
}

/** Starts PostgreSQL, and returns when it takes connections and shows other services that this one lives. */
export async function launch(layout: ClusterLayout, dataDir: string): Promise<ChildProcess> {
  const child = spawnServer(layout)
  try {
    await guardServer(child, layout, dataDir)
    return child
  } catch (error) {
    await endChild(child)
    throw error
  }
}

async function guardServer(child: ChildProcess, layout: ClusterLayout, dataDir: string): Promise<void> {
  const exited = once(child, 'exit').then(() => {
    throw new Error(`PostgreSQL did not start:\n${endOf(layout.logFile)}`)
  })
  exited.catch(() => undefined) // observed through the race below, and later by the supervisor
  for (;;) {
    const guard = await Promise.race([exited, connectOrRetry(layout, dataDir)])
    if (guard && (await takeGuard(guard))) {
      await ensureDatabase(guard)
      return keepGuard(guard, layout, () => isRunning(child))
    }
    if (guard) {
      await guard.end()
      throw new DataDirInUse(dataDir)
    }
    await Promise.race([exited, sleep(20)])
  }
}

/** Undefined while the server starts. */
const connectOrRetry = (layout: ClusterLayout, dataDir: string) =>
  connect(layout).catch((error: unknown) => {
    if (isPasswordRefused(error))
      throw new Error(
        `${passwordFile(dataDir)} is not that of this database: delete it and start again, and it gets a new one`,
      )
    return undefined
  })

function spawnServer(layout: ClusterLayout): ChildProcess {
  const log = openSync(layout.logFile, 'a', 0o600)
  startOverWhenLarge(layout.logFile)
  const flags = toFlags({ ...layout.settings, unix_socket_directories: layout.socketFolder })
  // Detached, because a Ctrl-C in the terminal is handled by us: PostgreSQL stops after the last request.
  const child = spawn(path.join(layout.binaries, 'bin', 'postgres'), ['-D', layout.cluster, ...flags], {
    ...layout.owner,
    cwd: layout.cluster,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  })
  closeSync(log)
  return child
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

export async function endChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  const late = AbortSignal.timeout(7 * second)
  late.addEventListener('abort', () => child.kill('SIGQUIT'))
  await exited
}
