import { LRUCache } from 'lru-cache'
import { hour, minute } from '../../kernel/durations.ts'
import { rateLimited } from '../../kernel/errors.ts'

const perAccount = 20
const perAddress = 100

export type Outcome = 'right' | 'wrong' | 'neither'

type Counter = [key: string, most: number]

/**
 * Slows down guessing of secrets. A stranger who guesses at an account from many addresses uses up the account's
 * guesses, but an address from which it has lately signed in keeps a count of its own: nobody is locked out.
 */
export class Guesses {
  #failures = new LRUCache<string, number>({ max: 100_000, ttl: minute, noUpdateTTL: true })
  #welcome = new LRUCache<string, true>({ max: 100_000, ttl: 24 * hour })
  #underway = new Map<string, number>()
  #waiting: (() => void)[] = []

  /**
   * Lets a guess in; the caller says afterwards how it went. It waits while so many are being checked that,
   * were all of them wrong, it would be one too many: a burst at once gets no more guesses than a sequence.
   */
  async enter(account: string, address: string): Promise<(outcome: Outcome) => void> {
    const counters = this.#countersOf(account, address)
    while (counters.some(([key, most]) => this.#failed(key) + this.#running(key) >= most)) {
      if (counters.some(([key, most]) => this.#failed(key) >= most))
        throw rateLimited(60, 'too many wrong secrets')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    for (const [key] of counters) this.#underway.set(key, this.#running(key) + 1)
    return (outcome) => {
      if (outcome === 'right') this.#welcome.set(`${account} ${address}`, true)
      this.#leave(counters, outcome)
    }
  }

  #leave(counters: Counter[], outcome: Outcome): void {
    for (const [key] of counters) {
      if (this.#running(key) > 1) this.#underway.set(key, this.#running(key) - 1)
      else this.#underway.delete(key)
      if (outcome === 'wrong') this.#failures.set(key, this.#failed(key) + 1)
    }
    const woken = this.#waiting
    this.#waiting = []
    for (const wake of woken) wake()
  }

  #failed(key: string): number {
    return this.#failures.get(key) ?? 0
  }

  #running(key: string): number {
    return this.#underway.get(key) ?? 0
  }

  #countersOf(account: string, address: string): Counter[] {
    const pair = `${account} ${address}`
    return [
      [this.#welcome.has(pair) ? `pair ${pair}` : `account ${account}`, perAccount],
      [`address ${address}`, perAddress],
    ]
  }
}
