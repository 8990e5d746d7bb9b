import { second } from '../../../kernel/durations.ts'

const threshold = 5
const pause = 30 * second

/**
 * Stops asking a provider that has failed several times in a row, so that nobody waits for it in vain. While it is open, one call
 * per pause is let through to see whether the provider is back.
 */
export class Breaker {
  #failures = 0
  #tryAgainAt = 0

  /** Milliseconds of a clock that only goes forward. */
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether the provider may be asked now; who is told so, asks. */
  admits(): boolean {
    if (this.#failures < threshold) return true
    if (this.#now() < this.#tryAgainAt) return false
    this.#tryAgainAt = this.#now() + pause
    return true
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Tells whether this was the failure that opened it. */
  failed(): boolean {
    this.#failures++
    this.#tryAgainAt = this.#now() + pause
    return this.#failures === threshold
  }
}
