import { judge, strictest, type Charge, type Verdict } from './gcra.ts'

/** Takes from all buckets, or from none when one of them is empty. */
export interface Limiter {
  take: (charges: Charge[]) => Verdict | Promise<Verdict>
  close?: () => void
}

const sweepAt = 100_000

/** When each bucket that is not full will be full again. */
export class BucketStates {
  /** By the name of the bucket, then by owner: one key of both would be a new string, to be hashed, for each request. */
  readonly #full = new Map<string, Map<string, number>>()

  take(charges: Charge[], now: number): (Verdict & { fullAt: number })[] {
    const verdicts = charges.map((charge) => judge(this.#owners(charge).get(charge.owner) ?? 0, now, charge))
    if (verdicts.every((verdict) => verdict.allowed))
      for (const [i, charge] of charges.entries()) if (charge.cost) this.set(charge, verdicts[i]!.fullAt, now)
    return verdicts
  }

  set(charge: Charge, fullAt: number, now: number): void {
    const owners = this.#owners(charge)
    owners.set(charge.owner, fullAt)
    if (owners.size > sweepAt) sweep(owners, now)
  }

  #owners({ bucket }: Charge): Map<string, number> {
    const known = this.#full.get(bucket.name)
    if (known) return known
    const owners = new Map<string, number>()
    this.#full.set(bucket.name, owners)
    return owners
  }
}

function sweep(owners: Map<string, number>, now: number): void {
  for (const [owner, at] of owners) if (at <= now) owners.delete(owner)
}

export function memoryLimiter(clock: () => number = () => performance.now()): Limiter {
  const buckets = new BucketStates()
  return { take: (charges) => strictest(buckets.take(charges, clock())) }
}
