import { LRUCache } from 'lru-cache'
import { hour, minute } from '../../kernel/durations.ts'
import { rateLimited } from '../../kernel/errors.ts'

const perAccount = 20
const perAddress = 100

/**
 * Slows down guessing of secrets. A stranger who guesses at an account from many addresses uses up the account's
 * guesses, but an address from which it has lately signed in keeps a count of its own: nobody is locked out.
 */
export class Guesses {
  #failures = new LRUCache<string, number>({ max: 100_000, ttl: minute, noUpdateTTL: true })
  #welcome = new LRUCache<string, true>({ max: 100_000, ttl: 24 * hour })

  check(account: string, address: string): void {
    const tired = this.#counters(account, address).some(
      ([key, most]) => (this.#failures.get(key) ?? 0) >= most,
    )
    if (tired) throw rateLimited(60, 'too many wrong secrets')
  }

  failed(account: string, address: string): void {
    for (const [key] of this.#counters(account, address))
      this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1)
  }

  succeeded(account: string, address: string): void {
    this.#welcome.set(`${account} ${address}`, true)
  }

  #counters(account: string, address: string): [key: string, most: number][] {
    const pair = `${account} ${address}`
    return [
      [this.#welcome.has(pair) ? `pair ${pair}` : `account ${account}`, perAccount],
      [`address ${address}`, perAddress],
    ]
  }
}
