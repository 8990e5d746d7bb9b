import { judge, keyOf, strictest, type Charge, type Verdict } from './gcra.ts'

/** Takes from all buckets, or from none when one of them is empty. */
export interface Limiter {
  take: (charges: Charge[]) => Verdict | Promise<Verdict>
  close: () => void
}

const sweepAt = 100_000

export function memoryLimiter(clock: () => number = () => performance.now()): Limiter {
  const full = new Map<string, number>()
  const sweep = (now: number) => {
    for (const [key, at] of full) if (at <= now) full.delete(key)
  }
  return {
    take: (charges) => {
      const now = clock()
      const verdicts = charges.map((charge) => judge(full.get(keyOf(charge)) ?? 0, now, charge))
      if (verdicts.every((verdict) => verdict.allowed))
        charges.forEach((charge, i) => charge.cost && full.set(keyOf(charge), verdicts[i]!.fullAt))
      if (full.size > sweepAt) sweep(now)
      return strictest(verdicts)
    },
    close: () => full.clear(),
  }
}
