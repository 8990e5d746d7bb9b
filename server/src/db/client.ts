import pg from 'pg'
import { isReadTimeout, isStalePlan } from './errors.ts'

/**
 * Maximum number of named statements per connection; beyond it, texts are generated and a name would not pay
 * off.
 */
const maxNames = 500

/** Not for `begin` and the like, which a name would make slower. */
const isWork = (text: string) => /^\s*(with|select|insert|update|delete)\b/i.test(text)

/** What of the driver's client we use; `query` has more forms than an override can declare. */
interface Client {
  connection: { stream: { destroy: () => void } }
  query(...args: unknown[]): unknown
  getTransactionStatus(): string | null
}

/** A connection that prepares its statements and is closed when the network is dead. */
export function preparingClient(): typeof pg.Client {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < maxNames) names.set(text, `s${names.size}`)
    return names.get(text)
  }
  class PreparingClient extends (pg.Client as unknown as new () => Client) {
    /** Statements whose prepared plan here was made stale by another node's migration. */
    #stale = new Set<string>()

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
        return await super.query({ text, values, ...(name && { name }) })
      } catch (error) {
        // The driver would keep a silent connection, and the next query would wait on it again.
        if (isReadTimeout(error)) this.connection.stream.destroy()
        if (!isStalePlan(error)) throw error
        this.#stale.add(text)
        // The transaction is aborted by now, and `transact` retries it.
        if (this.getTransactionStatus() !== 'I') throw error
        return super.query({ text, values })
      }
    }
  }
  return PreparingClient as unknown as typeof pg.Client
}
