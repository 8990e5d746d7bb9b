import { Client } from 'undici'
import { second } from '../../../kernel/durations.ts'
import { makeConnector, type Network } from './connector.ts'

/** Opened when it is first used, and again when it was lost. It carries one request at a time. */
export interface Connection {
  client: Client
  /** Closes it immediately, also while it is being opened. */
  destroy: () => void
}

/**
 * The connections of one owner to one origin. undici's own pool opens a new connection for an aborted request, and does
 * not expose which connection a request used.
 */
export class ConnectionPool {
  readonly origin: string
  readonly #network: Network
  readonly #idle: Connection[] = []
  readonly #busy = new Set<Connection>()
  #closed = false

  constructor(network: Network, origin: string) {
    this.#network = network
    this.origin = origin
  }

  /** `work` has a connection to itself, which is destroyed when the work fails or `signal` fires. */
  async use(signal: AbortSignal, work: (connection: Connection) => Promise<void>): Promise<void> {
    // No limit here: the caller limits concurrent requests.
    const connection = this.#idle.pop() ?? open(this.#network, this.origin)
    this.#busy.add(connection)
    signal.addEventListener('abort', connection.destroy)
    try {
      await work(connection)
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      this.#busy.delete(connection)
      this.#release(connection)
    }
  }

  #release(connection: Connection): void {
    if (connection.client.destroyed) return
    if (this.#closed) connection.destroy()
    else this.#idle.push(connection)
  }

  /** Requests in progress finish first. */
  close(): void {
    this.#closed = true
    for (const connection of this.#idle.splice(0)) connection.destroy()
  }

  destroyAll(): void {
    this.close()
    for (const connection of this.#busy) connection.destroy()
  }
}

function open(network: Network, origin: string): Connection {
  const closing = new AbortController()
  const client = new Client(origin, {
    connect: makeConnector(network, closing.signal),
    keepAliveTimeout: 4 * second,
    keepAliveMaxTimeout: 60 * second,
    // One deadline covers everything; undici's timers are coarse.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    client,
    destroy: () => {
      closing.abort()
      void client.destroy()
    },
  }
}
