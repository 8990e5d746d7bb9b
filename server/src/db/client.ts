import type { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { isReadOnly, isReadTimeout, isStalePlan, ReadOnlyServer, UnconfirmedCommit } from './errors.ts'
import { watchStandby, type DatabaseHost, type DatabaseHosts } from './hosts.ts'

/** Maximum number of named statements per connection; more are generated texts, for which a name does not pay off. */
const maxNames = 500

/** Not for `begin` and the like, which a name would make slower. */
const isWork = (text: string) => /^\s*(with|select|insert|update|delete)\b/i.test(text)

/** In a statement whose plan is good for common and for rare words. */
export const anyWords = '/* any words */'

/** Otherwise the best plan of a search depends on how common its words are, so PostgreSQL must see them each time. */
const isSearch = (text: string) => text.includes('tsquery') && !text.includes(anyWords)

/** What of the driver's client we use; `query` and `connect` have more forms than an override can declare. */
interface Client extends EventEmitter {
  host: string
  port: number
  connection: { stream: { destroy: () => void; destroyed: boolean } }
  connect(...args: unknown[]): unknown
  getStartupConf(): Record<string, string>
  query(...args: unknown[]): unknown
  getTransactionStatus(): string | null
}

type Callback = (error: Error | null) => void

/** The function of PostgreSQL that waits for the standby: its warnings are translated, its name is not. */
const standbyWait = 'SyncRepWaitForLSN'

/** A connection to the host that takes writes; it prepares its statements and is closed when the network is dead. */
export function preparingClient(hosts: DatabaseHosts): typeof pg.Client {
  const names = new Map<string, string>()
  /** Texts used once: that of page 700 may never be used again, and would take a name from one that is. */
  const once = new LRUCache<string, true>({ max: 2 * maxNames })
  const nameOf = (text: string) => {
    if (names.has(text) || names.size === maxNames || isSearch(text)) return names.get(text)
    if (once.delete(text)) names.set(text, `s${names.size}`)
    else once.set(text, true)
    return names.get(text)
  }
  class PreparingClient extends (pg.Client as unknown as new () => Client) {
    /** Statements whose prepared plan here was made stale by another node's migration. */
    #stale = new Set<string>()
    #host: DatabaseHost | undefined
    #isUnconfirmed = false

    override connect(...args: unknown[]): unknown {
      const [callback] = args as [Callback?]
      const connecting = this.#connect()
      if (!callback) return connecting
      connecting.then(
        () => process.nextTick(callback, null),
        (error: Error) => process.nextTick(callback, error),
      )
      return undefined
    }

    async #connect(): Promise<void> {
      const host = await hosts.writable()
      // The pool has given up by now; connecting a destroyed socket would open it again, unused.
      if (this.#stream.destroyed) throw new Error('Connection terminated')
      this.#host = host
      this.host = host.host
      this.port = host.port
      const isReadOnlyNow = watchStandby(this)
      this.on('error', () => hosts.suspect(host))
      this.on(
        'notice',
        ({ routine }: { routine?: string }) => (this.#isUnconfirmed ||= routine === standbyWait),
      )
      try {
        await super.connect()
        if (isReadOnlyNow()) throw new ReadOnlyServer(`${host.host}:${host.port} is read-only`)
      } catch (error) {
        this.#drop()
        throw error
      }
      this.once(
        'end',
        hosts.track(host, () => this.#stream.destroy()),
      )
    }

    /** A day has 24 hours, also where the server's time zone has daylight saving time. */
    override getStartupConf(): Record<string, string> {
      return { ...super.getStartupConf(), TimeZone: 'UTC' }
    }

    override query(...args: unknown[]): unknown {
      const [text, values] = args
      if (typeof text === 'string' && Array.isArray(values) && args.length === 2)
        return this.#run(text, values)
      return super.query(...args)
    }

    /** A name lets PostgreSQL parse and plan a statement once per connection. */
    async #run(text: string, values: unknown[]): Promise<unknown> {
      const name = isWork(text) && !this.#stale.has(text) ? nameOf(text) : undefined
      try {
        const result = await super.query({ text, values, ...(name && { name }) })
        if (this.#isUnconfirmed) throw new UnconfirmedCommit()
        return result
      } catch (error) {
        // The driver would keep such a connection, and the next query would fail on it again.
        if (isReadTimeout(error) || isReadOnly(error) || error instanceof UnconfirmedCommit) this.#drop()
        if (!isStalePlan(error)) throw error
        this.#stale.add(text)
        // The transaction is aborted by now, and `transact` retries it.
        if (this.getTransactionStatus() !== 'I') throw error
        return super.query({ text, values })
      }
    }

    get #stream() {
      return this.connection.stream
    }

    #drop(): void {
      if (this.#host) hosts.suspect(this.#host)
      this.#stream.destroy()
    }
  }
  return PreparingClient as unknown as typeof pg.Client
}
