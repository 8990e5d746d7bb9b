import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/ctx.ts'
import { clientNetwork } from '../../../kernel/client-network.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { hour } from '../../../kernel/durations.ts'
import { rateLimited, unavailable } from '../../../kernel/errors.ts'
import * as shared from './counters.ts'
import { bound, LocalPendingGuesses, type Counter, type PendingGuesses } from './pending-guesses.ts'

const perAccount = 20
const perAddress = 100

export type Outcome = 'right' | 'wrong' | 'neither'

/**
 * Slows down guessing of secrets. A stranger who guesses at an account from many addresses uses up the account's
 * guesses, but an address that has signed in before has its own count, so the owner is not locked out. Counts
 * are shared by all nodes through the database; guesses being checked are limited per machine.
 */
export class Guesses {
  readonly #db: Db
  readonly #pending: PendingGuesses
  #noted = new LRUCache<string, true>({ ...bound, ttl: hour })

  constructor(db: Db, pending: PendingGuesses = new LocalPendingGuesses()) {
    this.#db = db
    this.#pending = pending
  }

  /** Admits a guess; the caller reports its outcome with the returned function. */
  async enter(account: string, address: string): Promise<(outcome: Outcome) => Promise<void>> {
    const network = clientNetwork(address)
    const pair = sha256(`pair ${account} ${network}`)
    const byAccount = { key: sha256(`account ${account}`), limit: perAccount }
    const byAddress = { key: sha256(`address ${network}`), limit: perAddress }
    if (await this.#pending.isExhausted([{ ...byAddress, failures: 0 }])) throw tooManyGuesses()
    const seen = await shared.read(this.#db, [pair, byAccount.key, byAddress.key], pair)
    const counters = [seen.isKnownAddress ? { key: pair, limit: perAccount } : byAccount, byAddress].map(
      ({ key, limit }): Counter => ({ key, limit, failures: seen.failures.get(key) ?? 0 }),
    )
    const entry = await this.#pending.enter(counters)
    if (entry === 'exhausted') throw tooManyGuesses()
    if (entry === 'crowded')
      throw unavailable('overloaded', 'Too many secrets are being checked; try again shortly')
    const keys = counters.map(({ key }) => key)
    return (outcome) => this.#leave(keys, pair, outcome)
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

  async #leave(keys: string[], pair: string, outcome: Outcome): Promise<void> {
    let failures: [string, number][] = []
    try {
      if (outcome === 'wrong') failures = [...(await shared.countFailure(this.#db, keys))]
      if (outcome === 'right') await this.#noteAddress(pair)
    } finally {
      this.#pending.leave(keys, failures)
    }
  }

  async #noteAddress(pair: string): Promise<void> {
    if (this.#noted.has(pair)) return
    await shared.noteKnownAddress(this.#db, pair)
    this.#noted.set(pair, true)
  }
}

const tooManyGuesses = () => rateLimited(60, 'too many wrong secrets')
