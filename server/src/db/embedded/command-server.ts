import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import type { Logger } from 'pino'
import { clearPrevious, startEmbedded, type EmbeddedServer } from './server.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** For the time of a command, which stops it when it is interrupted, too: PostgreSQL does not get the signals of a terminal. */
export async function startForCommand(dataDir: string, log: Logger): Promise<EmbeddedServer> {
  const starting = startEmbedded(dataDir, log, {}, 'command')
  const interrupt = async (signal: (typeof signals)[number]) => {
    await starting.then(({ stop }) => stop()).catch(() => undefined) // reported by the command
    process.exit(128 + constants.signals[signal])
  }
  const forget = () => signals.forEach((signal) => process.off(signal, interrupt))
  // Once: a second signal ends the command at once.
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const { url, stop } = await starting
    return { url, stop: () => stop().finally(forget) }
  } catch (error) {
    forget()
    throw error
  }
}

/** For commands that replace a database: a PostgreSQL that still runs on it would write into the files of the new one. */
export async function refuseRunning(dataDir: string, log: Logger): Promise<void> {
  const entry = path.join(dataDir, 'postgres')
  if (existsSync(entry)) await clearPrevious(realpathSync(entry), dataDir, log, 'command')
}
