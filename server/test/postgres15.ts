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

const run = (program: string, args: string[], cwd: string) =>
  execFileSync(path.join(binaries, program), args, { ...chooseOwner(), cwd, stdio: 'ignore' })

/** A folder that PostgreSQL's user can write to. */
function clusterFolder(folder: string): string {
  const cluster = path.join(folder, 'cluster')
  const owner = chooseOwner()
  mkdirSync(cluster, { mode: 0o700 })
  if (owner) chownSync(cluster, owner.uid, owner.gid)
  return cluster
}

/** The oldest supported PostgreSQL, from Debian, over TCP. */
export class Postgres15 {
  readonly port: number
  readonly #cluster: string
  #child!: ChildProcess

  constructor(port: number, cluster: string) {
    this.port = port
    this.#cluster = cluster
  }

  async start(): Promise<this> {
    const settings = [`port=${this.port}`, 'unix_socket_directories=', 'listen_addresses=127.0.0.1']
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

  /** A copy that follows this server until it is promoted; every commit waits for it. */
  async startSynchronousStandby(): Promise<Postgres15> {
    const cluster = clusterFolder(openFolder())
    const source = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'mainstay']
    run('pg_basebackup', [...source, '-D', cluster, '-R', '-X', 'stream', '-c', 'fast'], cluster)
    const standby = await startServer(cluster)
    await this.configure('synchronous_standby_names', '*')
    await eventually(async () => {
      const { rows } = await this.query(`select from pg_stat_replication where sync_state = 'sync'`)
      return rows.length === 1
    })
    return standby
  }

  promote = () => this.query('select pg_promote(true, 600)')

  async configure(name: string, value: string): Promise<void> {
    await this.query(`alter system set ${name} = '${value}'`)
    await this.query('select pg_reload_conf()')
  }

  /** Creates an empty database and returns its address. */
  async emptyDatabase(): Promise<string> {
    const name = randomId('test_')
    await this.query(`create database ${name}`)
    return this.#url(name)
  }

  #url(database: string): string {
    return `postgres://mainstay@127.0.0.1:${this.port}/${database}`
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

async function startServer(cluster: string): Promise<Postgres15> {
  const server = new Postgres15(await freePort(), cluster)
  await server.start()
  closeAtEnd(() => server.stop())
  return server
}

export async function startPostgres15(): Promise<Postgres15> {
  const cluster = clusterFolder(openFolder())
  run(
    'initdb',
    ['-D', cluster, '-U', 'mainstay', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'],
    cluster,
  )
  return startServer(cluster)
}
