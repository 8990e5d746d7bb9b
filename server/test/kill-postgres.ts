import { realpathSync } from 'node:fs'
import path from 'node:path'
import { processesOf } from '../src/db/embedded/processes.ts'

/** Every process of the PostgreSQL under a data folder. */
export const postgresOf = (dataDir: string): number[] =>
  processesOf(realpathSync(path.join(dataDir, 'postgres')))

/** Kills them all at once; says which they were. */
export function killPostgres(dataDir: string): number[] {
  const pids = postgresOf(dataDir)
  for (const pid of pids) killIfThere(pid)
  return pids
}

/** The others end by themselves when they see that the first is gone. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
