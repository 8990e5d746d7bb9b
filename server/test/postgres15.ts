import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import pg from 'pg'
import { chooseOwner } from '../src/db/embedded/owner.ts'
import { randomId } from '../src/kernel/ids.ts'
import { closeAtEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { openFolder } from './folders.ts'
import { freePort } from './free-port.ts'

const binaries = '/usr/lib/postgresql/15/bin'

/** The oldest PostgreSQL that the service promises to work with, from Debian, over TCP. */
export class Postgres15 {
  readonly #port: number
  readonly #cluster: string
  #child!: ChildProcess

  constructor(port: number, folder: string) {
    this.#port = port
    this.#cluster = path.join(folder, 'cluster')
    const owner = chooseOwner()
    mkdirSync(this.#cluster, { mode: 0o700 })
    if (owner) chownSync(this.#cluster, owner.uid, owner.gid)
    const args = [
      '--pgdata',
      this.#cluster,
      '--username',
      'mainstay',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
    ]
    execFileSync(path.join(binaries, 'initdb'), args, { ...owner, cwd: this.#cluster, stdio: 'ignore' })
  }

  async start(): Promise<this> {
    const settings = [`port=${this.#port}`, 'unix_socket_directories=', 'listen_addresses=127.0.0.1']
    const args = ['-D', this.#cluster, ...settings.flatMap((setting) => ['-c', setting])]
    const options = { ...chooseOwner(), cwd: this.#cluster, stdio: 'ignore' } as const
    this.#child = spawn(path.join(binaries, 'postgres'), args, options)
    await eventually(() => this.query('select 1'))
    return this
  }

  /** `SIGINT` is pg_ctl's fast stop, `SIGQUIT` its immediate one. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill(signal)
    await once(this.#child, 'exit')
  }

  /** An empty database; its address. */
  async emptyDatabase(): Promise<string> {
    const name = randomId('test_')
    await this.query(`create database ${name}`)
    return this.#url(name)
  }

  #url(database: string): string {
    return `postgres://mainstay@127.0.0.1:${this.#port}/${database}`
  }

  async query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.#url('postgres') })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }
}

export async function startPostgres15(): Promise<Postgres15> {
  const server = new Postgres15(await freePort(), openFolder())
  await server.start()
  closeAtEnd(() => server.stop())
  return server
}
