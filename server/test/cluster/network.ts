import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

const prefix = '10.77.0'
export const hubAddress = `${prefix}.1`
export const network = `${prefix}.0/24`

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' })

/** The bridge that joins the machines. Only in the network namespace that scripts/test-cluster.mjs opens. */
export function openHub(): void {
  if (!process.env.CLUSTER_NAMESPACE) throw new Error('Run this test with: npm run test:cluster')
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hub', 'type', 'bridge')
  ip('addr', 'add', `${hubAddress}/24`, 'dev', 'hub')
  ip('link', 'set', 'hub', 'up')
}

/** A separate machine from the network's point of view: a namespace with one link to the hub. */
export class Machine {
  readonly name: string
  readonly address: string
  readonly #cable: string

  constructor(name: string, number: number) {
    this.name = name
    this.address = `${prefix}.${number}`
    this.#cable = `to-${name}`
    ip('netns', 'add', name)
    ip('link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', this.#cable, 'master', 'hub', 'up')
    ip('-n', name, 'addr', 'add', `${this.address}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }

  /** Runs a program there as PostgreSQL's user. */
  spawn(command: string[], logFile: string): ChildProcess {
    const log = openSync(logFile, 'a')
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    const args = ['netns', 'exec', this.name, ...asPostgres, ...command]
    const child = spawn('ip', args, { stdio: ['ignore', log, log] })
    closeSync(log)
    return child
  }

  /** Signals all processes that run there. */
  signal(signal: NodeJS.Signals): void {
    const pids = ip('netns', 'pids', this.name).split('\n').filter(Boolean).map(Number)
    for (const pid of pids)
      try {
        process.kill(pid, signal)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }

  cut(): void {
    ip('link', 'set', this.#cable, 'down')
  }

  heal(): void {
    ip('link', 'set', this.#cable, 'up')
  }
}
