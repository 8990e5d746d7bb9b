import cluster from 'node:cluster'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { readPidFile } from '../db/embedded/processes.ts'
import { requireMigrations } from '../db/migrate.ts'
import { connectDatabase } from '../db/open.ts'
import { onHangUp } from '../hang-ups.ts'
import { openChannel, type MessagePort } from '../kernel/channel.ts'
import { hour, second } from '../kernel/durations.ts'
import { peersBehind } from '../kernel/peers.ts'
import { makeLog } from '../log.ts'
import type { Credentials } from '../modules/identity/bootstrap.ts'
import { startTracing } from '../tracing.ts'
import { version } from '../version.ts'
import { explainStartFailure } from './start-failure.ts'

/** How long requests may still take. Shorter than what the supervisor grants, because counted events are written after them. */
const stopTimeout = 4 * second
const drainTimeout = 8 * second

/** What the supervisor sends to a worker as soon as the database is ready. */
export interface Assignment {
  database_url: string
  pool_size: number
  /** Creates what the first start creates, and runs the background loops from the start. */
  is_first: boolean
}

export type Readiness = { credentials: Partial<Credentials> } | { failure: string }

/** One of the processes that serve. The supervisor starts and stops it; signals are for the supervisor. */
export async function runWorker(config: Config): Promise<void> {
  const log = makeLog(config.log_level, cluster.worker!.id)
  const supervisor = openChannel(process as MessagePort)
  const worker = new WorkerProcess(config, log)
  process.on('SIGINT', () => undefined)
  onHangUp(() => undefined)
  process.on('SIGTERM', () => void worker.stop())
  supervisor.handle('stop', () => worker.stop())
  supervisor.handle('drain', () => worker.drain())
  supervisor.handle('background:start', () => worker.startBackground())
  supervisor.handle('background:stop', () => worker.stopBackground())
  cluster.worker!.on('disconnect', () => worker.endWithoutSupervisor())

  const loading = import('../app.ts')
  const assignment = await supervisor.call<Assignment>('hello', undefined, hour).catch(() => undefined)
  if (!assignment) process.exit(1) // there is no database, and the supervisor reports why
  const { makeApp } = await loading
  try {
    const closeTracing = await startTracing(config.otel_exporter_otlp_endpoint, version, log)
    const database = await connectDatabase(assignment.database_url, assignment.pool_size, log)
    await requireMigrations(database.db)
    const machine = { peers: peersBehind(supervisor), isFirst: assignment.is_first }
    const app = await makeApp(config, database, log, {}, machine)
    worker.open(app, [closeTracing, database.close])
    database.limitWaits()
    await app.http.listen({ host: config.host, port: config.port })
    supervisor.notify('ready', { credentials: app.credentials } satisfies Readiness)
  } catch (error) {
    if (worker.isStopping) return
    await supervisor.call('ready', { failure: explainStartFailure(error, config) } satisfies Readiness)
    process.exit(1)
  }
}

/** Stops a worker, for the supervisor or when that has ended. */
class WorkerProcess {
  readonly #config: Config
  readonly #log: Logger
  #app: App | undefined
  #rest: (() => Promise<void>)[] = []
  #stopping: Promise<void> | undefined

  constructor(config: Config, log: Logger) {
    this.#config = config
    this.#log = log
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined
  }

  open(app: App, rest: (() => Promise<void>)[]): void {
    this.#app = app
    this.#rest = rest
  }

  startBackground = () => this.#app?.startBackground()
  stopBackground = () => this.#app?.stopBackground()

  /** Others have taken over; requests on open connections are still answered. */
  async drain(): Promise<void> {
    await this.#app?.drain()
    await this.stop(drainTimeout)
  }

  stop(timeout = stopTimeout): Promise<void> {
    this.#stopping ??= this.#close(timeout).then(
      () => process.exit(0),
      (error: unknown) => {
        this.#log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
    return this.#stopping
  }

  /** After the supervisor was killed, PostgreSQL stops with the last worker. */
  endWithoutSupervisor(): void {
    // Otherwise Node would end this process immediately, in the middle of requests.
    cluster.worker!.exitedAfterDisconnect = true
    if (this.isStopping) return
    this.#log.error('the supervisor has ended: stopping')
    const postgres = this.#config.database_url ? undefined : postgresUnder(this.#config.data_dir)
    // It waits for the sessions of the others.
    if (postgres !== undefined) process.once('exit', () => process.kill(postgres, 'SIGTERM'))
    void this.stop()
  }

  async #close(timeout: number): Promise<void> {
    await this.#app?.close(timeout)
    for (const close of this.#rest.toReversed()) await close()
  }
}

const postgresUnder = (dataDir: string) => readPidFile(realpathSync(path.join(dataDir, 'postgres')))?.pid
