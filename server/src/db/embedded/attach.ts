import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { requireCluster } from './cluster.ts'
import { startForCommand } from './command-server.ts'
import { refuseForeignRoot } from './owner.ts'
import { readPassword } from './password.ts'
import { readPidFile } from './processes.ts'
import { DataDirInUse, socketUrl } from './guard.ts'
import type { EmbeddedServer } from './server.ts'

/** The embedded database for a command: that of the running service, or one started for the command. */
export async function attachEmbedded(dataDir: string, log: Logger): Promise<EmbeddedServer> {
  refuseForeignRoot(dataDir)
  requireCluster(dataDir)
  try {
    return await startForCommand(dataDir, log)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    return { url: runningUrl(dataDir, error), stop: () => Promise.resolve() }
  }
}

/** Of the PostgreSQL that runs on a data folder; `otherwise` says why there should be one. */
export function runningUrl(
  dataDir: string,
  otherwise = new Error(`PostgreSQL does not run on ${dataDir}: start the service`),
): string {
  const socketFolder = readPidFile(realpathSync(path.join(dataDir, 'postgres')))?.socketFolder
  const password = readPassword(dataDir)
  if (!socketFolder || !password) throw otherwise
  return socketUrl({ socketFolder, password })
}
