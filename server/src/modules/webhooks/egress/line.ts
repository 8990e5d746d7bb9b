import { Client } from 'undici'
import { second } from '../../../kernel/durations.ts'
import { makeConnector, type Network } from './connector.ts'

/** One connection, opened when it is first used and again when it was lost. It carries one request at a time. */
export interface Connection {
  client: Client
  /** Ends it at once, also while it is being opened. */
  cut: () => void
}

/**
 * The connections of one owner to one place. undici's own pool opens a connection anew for a request that was given
 * up, and cannot say which of its connections that was.
 */
export class Line {
  readonly origin: string
  readonly #network: Network
  readonly #idle: Connection[] = []
  readonly #busy = new Set<Connection>()
  #closed = false

  constructor(network: Network, origin: string) {
    this.#network = network
    this.origin = origin
  }

  /** `work` has a connection for itself, which is cut when the work fails or `signal` fires. */
  async use(signal: AbortSignal, work: (connection: Connection) => Promise<void>): Promise<void> {
    // Without a limit: the caller has one on requests.
    const connection = this.#idle.pop() ?? open(this.#network, this.origin)
    this.#busy.add(connection)
    signal.addEventListener('abort', connection.cut)
    try {
      await work(connection)
    } catch (error) {
      connection.cut()
      throw error
    } finally {
      this.#busy.delete(connection)
      this.#keep(connection)
    }
  }

  #keep(connection: Connection): void {
    if (connection.client.destroyed) return
    if (this.#closed) connection.cut()
    else this.#idle.push(connection)
  }

  /** What is under way ends first. */
  close(): void {
    this.#closed = true
    for (const connection of this.#idle.splice(0)) connection.cut()
  }

  cutAll(): void {
    this.close()
    for (const connection of this.#busy) connection.cut()
  }
}

function open(network: Network, origin: string): Connection {
  const cutting = new AbortController()
  const client = new Client(origin, {
    connect: makeConnector(network, cutting.signal),
    keepAliveTimeout: 4 * second,
    keepAliveMaxTimeout: 60 * second,
    // One deadline stands for all; undici's timers are coarse.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    client,
    cut: () => {
      cutting.abort()
      void client.destroy()
    },
  }
}
