import { judge, keyOf, strictest, type Charge, type Verdict } from './gcra.ts'

/** Takes from all buckets, or from none when one of them is empty. */
export interface Limiter {
  take: (charges: Charge[]) => Verdict | Promise<Verdict>
  close: () => void
}

const sweepAt = 100_000

/** When each bucket that is not full will be full again. */
export class BucketStates {
  readonly #full = new Map<string, number>()

  take(charges: Charge[], now: number): (Verdict & { fullAt: number })[] {
    const keys = charges.map(keyOf)
    const verdicts = charges.map((charge, i) => judge(this.#full.get(keys[i]!) ?? 0, now, charge))
    if (verdicts.every((verdict) => verdict.allowed))
      charges.forEach(({ cost }, i) => cost && this.#full.set(keys[i]!, verdicts[i]!.fullAt))
    if (this.#full.size > sweepAt) this.#sweep(now)
    return verdicts
  }

  set(charge: Charge, fullAt: number): void {
    this.#full.set(keyOf(charge), fullAt)
  }

  clear(): void {
    this.#full.clear()
  }

  #sweep(now: number): void {
    for (const [key, at] of this.#full) if (at <= now) this.#full.delete(key)
  }
}

export function memoryLimiter(clock: () => number = () => performance.now()): Limiter {
  const buckets = new BucketStates()
  return {
    take: (charges) => strictest(buckets.take(charges, clock())),
    close: () => buckets.clear(),
  }
}
