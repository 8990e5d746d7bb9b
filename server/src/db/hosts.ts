import pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { second } from '../kernel/durations.ts'
import { splitHosts } from '../kernel/split-hosts.ts'
import { isUnavailable, ReadOnlyServer } from './errors.ts'

/** Shorter than a request waits for a connection, so that an unresponsive host leaves time to try the others. */
const probeTimeout = 1.5 * second
/** Longer at the start, because loading the code keeps the process busy and no request waits yet. */
const probeTimeoutAtStart = 10 * second

export interface DatabaseHost {
  /** The address of this host alone. */
  url: string
  host: string
  port: number
}

interface OpenConnection {
  host: DatabaseHost
  drop: () => void
}

/** The hosts of DATABASE_URL, of which one at a time takes writes. */
export class DatabaseHosts {
  readonly #hosts: DatabaseHost[]
  readonly #log: Log
  readonly #open = new Set<OpenConnection>()
  #last: DatabaseHost | undefined
  #writable: DatabaseHost | undefined
  #searching: Promise<DatabaseHost> | undefined

  constructor(url: string, log: Log) {
    this.#log = log
    this.#hosts = splitHosts(url).map((url) => {
      const { host, port } = new pg.Client({ connectionString: url })
      return { url, host, port }
    })
    // A single host needs no search: connecting to it reports what is wrong.
    if (this.#hosts.length === 1) this.#writable = this.#hosts[0]
  }

  get first(): DatabaseHost {
    return this.#hosts[0]!
  }

  async writable(): Promise<DatabaseHost> {
    if (this.#writable) return this.#writable
    this.#searching ??= this.#search().finally(() => (this.#searching = undefined))
    return this.#searching
  }

  /** It broke a connection or refused a write: the next connection looks for the writable host again. */
  suspect(host: DatabaseHost): void {
    if (this.#hosts.length > 1 && this.#writable === host) this.#writable = undefined
  }

  /** `drop` ends the connection when writes move to another host. Returns a function that stops tracking it. */
  track(host: DatabaseHost, drop: () => void): () => void {
    const connection = { host, drop }
    this.#open.add(connection)
    return () => void this.#open.delete(connection)
  }

  async #search(): Promise<DatabaseHost> {
    const found = await this.#firstWritable()
    if (this.#last && this.#last !== found)
      this.#log.warn(
        { from: nameOf(this.#last), to: nameOf(found) },
        'the database has moved to another host',
      )
    this.#last = this.#writable = found
    for (const { host, drop } of this.#open) if (host !== found) drop()
    return found
  }

  async #firstWritable(): Promise<DatabaseHost> {
    const within = this.#last ? probeTimeout : probeTimeoutAtStart
    try {
      return await Promise.any(this.#hosts.map((host) => probe(host, within)))
    } catch (error) {
      throw this.#explain((error as AggregateError).errors as Error[])
    }
  }

  #explain(failures: Error[]): Error {
    const mistakes = failures.filter((failure) => !isUnavailable(failure))
    // A wrong password is the same everywhere, and waiting does not help. Once a host took writes, the mistake of a standby
    // does not explain why none does now.
    if (mistakes[0] && (!this.#last || mistakes.length === failures.length)) return mistakes[0]
    const reasons = failures.map((failure, i) => `${nameOf(this.#hosts[i]!)}: ${reasonOf(failure)}`)
    return new ReadOnlyServer(`No host of DATABASE_URL takes writes (${reasons.join('; ')})`)
  }
}

const nameOf = ({ host, port }: DatabaseHost) => `${host}:${port}`
const reasonOf = (failure: Error) => failure.message || (failure as NodeJS.ErrnoException).code

/** PostgreSQL reports it when a connection opens, and again when it changes. */
export function watchStandby(client: object): () => boolean {
  let isStandby = false
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('parameterStatus', (message: { parameterName: string; parameterValue: string }) => {
    if (message.parameterName === 'in_hot_standby') isStandby = message.parameterValue === 'on'
  })
  return () => isStandby
}

async function probe(host: DatabaseHost, within: number): Promise<DatabaseHost> {
  const client = new pg.Client({
    connectionString: host.url,
    application_name: 'mainstay-probe',
    connectionTimeoutMillis: within,
  })
  client.on('error', () => undefined) // the promise in progress reports it too
  const isReadOnly = watchStandby(client)
  await client.connect()
  void client.end().catch(() => undefined) // the result is known, so a failure does not matter
  if (isReadOnly()) throw new ReadOnlyServer('read-only')
  return host
}
