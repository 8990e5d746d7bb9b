import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { processesOf } from '../src/db/embedded/processes.ts'

/** All PostgreSQL processes of a data folder. */
export const postgresOf = (dataDir: string): number[] =>
  processesOf(realpathSync(path.join(dataDir, 'postgres')))

/** The process that started the others. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Kills all of them and returns their process IDs. */
export function killPostgres(dataDir: string): number[] {
  const pids = postgresOf(dataDir)
  for (const pid of pids) killIfThere(pid)
  return pids
}

/** The others may have ended after the first one did. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
