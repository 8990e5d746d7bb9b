import { LRUCache } from 'lru-cache'
import type { Channel } from '../../../kernel/channel.ts'
import { hour, minute } from '../../../kernel/durations.ts'

const mostWaiting = 500
/** As `max: 100_000` would be, but memory is taken as entries come and not at the start. */
export const bound = { maxSize: 100_000, sizeCalculation: () => 1 }

export interface Counter {
  key: string
  /** How many wrong guesses there may be. */
  most: number
  /** How many the database has counted. */
  failures: number
}

export type Entry = 'entered' | 'exhausted' | 'crowded'

/** The guesses of this machine that are being checked at this moment. */
export interface Underway {
  isExhausted: (counters: Counter[]) => boolean | Promise<boolean>
  /**
   * Waits while so many are being checked that, were all of them wrong, it would be one too many: a burst at once gets
   * no more guesses than a sequence.
   */
  enter: (counters: Counter[]) => Promise<Entry>
  /** `failures`: what has been counted after a wrong guess, before the next one is let in. */
  leave: (keys: string[], failures: [key: string, count: number][]) => void
}

export class UnderwayHere implements Underway {
  /** Counted here: known right away, and without asking the database again. */
  readonly #failures = new LRUCache<string, number>({ ...bound, ttl: minute, noUpdateTTL: true })
  readonly #running = new Map<string, number>()
  #waiting: (() => void)[] = []

  isExhausted(counters: Counter[]): boolean {
    return counters.some((counter) => this.#failed(counter) >= counter.most)
  }

  async enter(counters: Counter[]): Promise<Entry> {
    const isFull = (counter: Counter) =>
      this.#failed(counter) + (this.#running.get(counter.key) ?? 0) >= counter.most
    while (counters.some(isFull)) {
      if (this.isExhausted(counters)) return 'exhausted'
      if (this.#waiting.length >= mostWaiting) return 'crowded'
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

export interface Departure {
  keys: string[]
  failures: [string, number][]
}

/** A guess waits for those before it; giving up here would leave its place taken. */
const patience = hour

/** Held by the supervisor, for all workers of this machine. */
export const underwayBehind = (supervisor: Channel): Underway => ({
  isExhausted: (counters) => supervisor.call('guesses:exhausted', counters),
  enter: (counters) => supervisor.call('guesses:enter', counters, patience),
  leave: (keys, failures) => supervisor.tell('guesses:leave', { keys, failures } satisfies Departure),
})
