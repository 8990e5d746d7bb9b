import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/ctx.ts'
import { clientNetwork } from '../../../kernel/client-network.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { hour, minute } from '../../../kernel/durations.ts'
import { rateLimited, unavailable } from '../../../kernel/errors.ts'
import * as shared from './counters.ts'

const perAccount = 20
const perAddress = 100
const mostWaiting = 500
/** Like `max: 100_000`, but memory is allocated as entries come and not at the start. */
const bound = { maxSize: 100_000, sizeCalculation: () => 1 }

export type Outcome = 'right' | 'wrong' | 'neither'

interface Counter {
  key: string
  most: number
}

/**
 * Slows down guessing of secrets. A stranger who guesses at an account from many addresses uses up the account's
 * guesses, but an address from which it has signed in before keeps a count of its own: nobody is locked out.
 * Counts are shared by all nodes through the database; what is being checked at this moment, each node bounds for itself.
 */
export class Guesses {
  readonly #db: Db
  /** Counted by this node itself: immediately, and without a query. */
  #failures = new LRUCache<string, number>({ ...bound, ttl: minute, noUpdateTTL: true })
  #noted = new LRUCache<string, true>({ ...bound, ttl: hour })
  #underway = new Map<string, number>()
  #waiting: (() => void)[] = []

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Lets a guess in; the caller says afterwards how it went. It waits while so many are being checked that,
   * were all of them wrong, it would be one too many: a burst at once gets no more guesses than a sequence.
   */
  async enter(account: string, address: string): Promise<(outcome: Outcome) => Promise<void>> {
    const network = clientNetwork(address)
    const pair = sha256(`pair ${account} ${network}`)
    const byAccount = { key: sha256(`account ${account}`), most: perAccount }
    const byAddress = { key: sha256(`address ${network}`), most: perAddress }
    this.#check([byAddress], new Map())
    const seen = await shared.read(this.#db, [pair, byAccount.key, byAddress.key], pair)
    const counters = [seen.isKnownAddress ? { key: pair, most: perAccount } : byAccount, byAddress]
    await this.#waitForRoom(counters, seen.failures)
    for (const { key } of counters) this.#underway.set(key, this.#running(key) + 1)
    return (outcome) => this.#leave(counters, pair, outcome)
  }

  /** Checks a secret, which counts as a failed attempt if the check returns undefined. */
  async guess<T>(account: string, address: string, check: () => Promise<T>): Promise<T> {
    const leave = await this.enter(account, address)
    let outcome: Outcome = 'neither'
    try {
      const found = await check()
      outcome = found ? 'right' : 'wrong'
      return found
    } finally {
      await leave(outcome)
    }
  }

  async #waitForRoom(counters: Counter[], seen: Map<string, number>): Promise<void> {
    const isFull = ({ key, most }: Counter) => this.#failed(key, seen) + this.#running(key) >= most
    while (counters.some(isFull)) {
      this.#check(counters, seen)
      if (this.#waiting.length >= mostWaiting)
        throw unavailable('overloaded', 'Too many secrets are being checked; try again shortly')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #check(counters: Counter[], seen: Map<string, number>): void {
    if (counters.some(({ key, most }) => this.#failed(key, seen) >= most))
      throw rateLimited(60, 'too many wrong secrets')
  }

  /** Counted before the next attempt is admitted. */
  async #leave(counters: Counter[], pair: string, outcome: Outcome): Promise<void> {
    try {
      if (outcome === 'wrong') await this.#countFailure(counters.map(({ key }) => key))
      if (outcome === 'right') await this.#noteAddress(pair)
    } finally {
      for (const { key } of counters) {
        if (this.#running(key) > 1) this.#underway.set(key, this.#running(key) - 1)
        else this.#underway.delete(key)
      }
      const woken = this.#waiting
      this.#waiting = []
      for (const wake of woken) wake()
    }
  }

  async #countFailure(keys: string[]): Promise<void> {
    for (const key of keys) this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1)
    const counted = await shared.countFailure(this.#db, keys)
    for (const [key, failures] of counted)
      if (failures > (this.#failures.get(key) ?? 0)) this.#failures.set(key, failures)
  }

  async #noteAddress(pair: string): Promise<void> {
    if (this.#noted.has(pair)) return
    await shared.noteKnownAddress(this.#db, pair)
    this.#noted.set(pair, true)
  }

  #failed(key: string, seen: Map<string, number>): number {
    return Math.max(this.#failures.get(key) ?? 0, seen.get(key) ?? 0)
  }

  #running(key: string): number {
    return this.#underway.get(key) ?? 0
  }
}
