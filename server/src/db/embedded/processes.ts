import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../kernel/durations.ts'

/** The contents of postmaster.pid for the server that runs, or ran, on a cluster. */
export function readPidFile(cluster: string): { pid: number; socketFolder: string } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' }
  } catch {
    return undefined // no such file: nothing runs and nothing crashed
  }
}

/** Every live PostgreSQL process of a cluster. The server and its children have the cluster as working directory. */
export function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return portableProcessesOf(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === cluster &&
          readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
        )
      } catch {
        return false // ended in the meantime, or not visible to us
      }
    })
    .map(Number)
}

function portableProcessesOf(cluster: string): number[] {
  const pid = readPidFile(cluster)?.pid
  if (!pid) return []
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
      ? [pid]
      : []
  } catch {
    return [] // the exit status of ps says that there is no such process
  }
}

/** Stops processes that a killed service left behind, with increasingly strong signals. */
export async function endProcesses(cluster: string): Promise<void> {
  for (const [signal, timeout] of [
    ['SIGINT', 10 * second],
    ['SIGQUIT', 5 * second],
    ['SIGKILL', 5 * second],
  ] as const) {
    for (const pid of processesOf(cluster)) trySignal(pid, signal)
    for (let waited = 0; waited < timeout; waited += 50) {
      if (processesOf(cluster).length === 0) return removeStaleFiles(cluster)
      await sleep(50)
    }
  }
  throw new Error(`Could not end the PostgreSQL processes ${processesOf(cluster).join(', ')} on ${cluster}`)
}

/** PostgreSQL trusts a stale pid file if its pid now belongs to another program of the same user, or to a zombie. */
function removeStaleFiles(cluster: string): void {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
    rmSync(path.join(cluster, name), { force: true })
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
