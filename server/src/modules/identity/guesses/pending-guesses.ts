import { LRUCache } from 'lru-cache'
import type { Channel } from '../../../kernel/channel.ts'
import { hour, minute } from '../../../kernel/durations.ts'

const maxWaiting = 500
/** Like `max: 100_000`, but memory is not allocated in advance. */
export const bound = { maxSize: 100_000, sizeCalculation: () => 1 }

export interface Counter {
  key: string
  /** The maximum number of wrong guesses. */
  limit: number
  /** The number that the database has counted. */
  failures: number
}

export type Entry = 'entered' | 'exhausted' | 'crowded'

/** The guesses of this machine that are being checked at this moment. */
export interface PendingGuesses {
  isExhausted: (counters: Counter[]) => boolean | Promise<boolean>
  /**
   * Waits while the guesses being checked could exceed the limit if all were wrong, so that concurrent guesses get no more
   * attempts than sequential ones.
   */
  enter: (counters: Counter[]) => Promise<Entry>
  /** `failures`: the counts after a wrong guess, applied before the next guess enters. */
  leave: (keys: string[], failures: [key: string, count: number][]) => void
}

export class LocalPendingGuesses implements PendingGuesses {
  /** Counted here, so that the next guess sees it without a query. */
  readonly #failures = new LRUCache<string, number>({ ...bound, ttl: minute, noUpdateTTL: true })
  readonly #running = new Map<string, number>()
  #waiting: (() => void)[] = []

  isExhausted(counters: Counter[]): boolean {
    return counters.some((counter) => this.#failed(counter) >= counter.limit)
  }

  async enter(counters: Counter[]): Promise<Entry> {
    const isFull = (counter: Counter) =>
      this.#failed(counter) + (this.#running.get(counter.key) ?? 0) >= counter.limit
    while (counters.some(isFull)) {
      if (this.isExhausted(counters)) return 'exhausted'
      if (this.#waiting.length >= maxWaiting) return 'crowded'
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    for (const { key } of counters) this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    return 'entered'
  }

  leave(keys: string[], failures: [string, number][]): void {
    for (const [key, count] of failures)
      if (count > (this.#failures.get(key) ?? 0)) this.#failures.set(key, count)
    for (const key of keys) {
      const left = this.#running.get(key)! - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
    }
    const woken = this.#waiting
    this.#waiting = []
    for (const wake of woken) wake()
  }

  #failed({ key, failures }: Counter): number {
    return Math.max(this.#failures.get(key) ?? 0, failures)
  }
}

export interface FinishedGuess {
  keys: string[]
  failures: [string, number][]
}

/** A guess waits for those before it; a time-out here would leave its slot occupied. */
const enterTimeout = hour

/** Held by the supervisor, for all workers of this machine. */
export const pendingGuessesBehind = (supervisor: Channel): PendingGuesses => ({
  isExhausted: (counters) => supervisor.call('guesses:exhausted', counters),
  enter: (counters) => supervisor.call('guesses:enter', counters, enterTimeout),
  leave: (keys, failures) => supervisor.notify('guesses:leave', { keys, failures } satisfies FinishedGuess),
})
