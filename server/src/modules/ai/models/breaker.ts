import { second } from '../../../kernel/durations.ts'

const threshold = 5
const pause = 30 * second

/**
 * A circuit breaker: opens after several failures in a row. While it is open, one call per pause is let through to test
 * whether the provider is back.
 */
export class Breaker {
  #failures = 0
  #tryAgainAt = 0

  /** Milliseconds of a monotonic clock. */
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether the provider may be called now; a caller that gets `true` must call it. */
  admits(): boolean {
    if (this.#failures < threshold) return true
    if (this.#now() < this.#tryAgainAt) return false
    this.#tryAgainAt = this.#now() + pause
    return true
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Returns whether this failure opened the breaker. */
  failed(): boolean {
    this.#failures++
    this.#tryAgainAt = this.#now() + pause
    return this.#failures === threshold
  }
}
