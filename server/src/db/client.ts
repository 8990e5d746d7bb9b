import pg from 'pg'
import { isReadOnly, isReadTimeout, isStalePlan, ReadOnlyServer, UnconfirmedCommit } from './errors.ts'
import { watchReadOnly, type DatabaseHost, type DatabaseHosts } from './hosts.ts'

/** Statements whose text is worth a name; past this the texts are generated and a name would not pay. */
const maxNames = 500

/** Not `begin` and its like: a name would make them dearer. */
const isWork = (text: string) => /^\s*(with|select|insert|update|delete)\b/i.test(text)

interface Inner {
  connection: { stream: { destroy: () => void; destroyed: boolean } }
}

type Callback = (error: Error | null) => void

/** The function of PostgreSQL that waits for the standby: its warnings are translated, its name is not. */
const standbyWait = 'SyncRepWaitForLSN'

/** A connection to the host that takes writes, which prepares its statements and does not outlive a dead network. */
export function preparingClient(hosts: DatabaseHosts): typeof pg.Client {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < maxNames) names.set(text, `s${names.size}`)
    return names.get(text)
  }
  return class extends pg.Client {
    /** Statements whose prepared plan here was made stale by another node's migration. */
    #stale = new Set<string>()
    #host: DatabaseHost | undefined
    #isUnconfirmed = false

    override connect(...args: unknown[]): never {
      const [callback] = args as [Callback?]
      const connecting = this.#connect()
      if (!callback) return connecting as never
      connecting.then(
        () => process.nextTick(callback, null),
        (error: Error) => process.nextTick(callback, error),
      )
      return undefined as never
    }

    async #connect(): Promise<void> {
      const host = await hosts.writable()
      // The pool has given up meanwhile; connecting a destroyed socket would open it again for nobody.
      if (this.#stream.destroyed) throw new Error('Connection terminated')
      this.#host = host
      this.host = host.host
      this.port = host.port
      const isReadOnlyNow = watchReadOnly(this)
      this.on('error', () => hosts.suspect(host))
      this.on('notice', ({ routine }) => (this.#isUnconfirmed ||= routine === standbyWait))
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

    override query(...args: unknown[]): never {
      const [text, values] = args
      if (typeof text === 'string' && Array.isArray(values) && args.length === 2)
        return this.#run(text, values) as never
      return super.query(...(args as [string])) as never
    }

    /** A name lets PostgreSQL parse and plan a statement once per connection. */
    async #run(text: string, values: unknown[]): Promise<pg.QueryResult> {
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
        // A transaction is lost by now, and `transact` runs it again.
        if (this.getTransactionStatus() !== 'I') throw error
        return super.query({ text, values })
      }
    }

    get #stream() {
      return (this as unknown as Inner).connection.stream
    }

    #drop(): void {
      if (this.#host) hosts.suspect(this.#host)
      this.#stream.destroy()
    }
  } as typeof pg.Client
}
