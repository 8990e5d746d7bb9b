import type { Charge, Verdict } from './gcra.ts'
import { BucketStates } from './limiter.ts'

/** A worker asks for a request of its own, or, with `cost: 0`, only to have tokens in advance. */
export interface Ask {
  charges: Charge[]
  /** How many tokens more, of each bucket, the worker expects to need soon. */
  extra: number[]
}

/** Of each bucket, in the order of the charges. */
export type Grant = Omit<Verdict, 'bucket'> & {
  fullAt: number
  /** Tokens that are taken already, and that the worker spends without asking. */
  tokens: number
}

/** No worker holds more than this part of a bucket, so what is left unspent elsewhere refuses nobody wrongly. */
const leasedPart = 1 / 100

/** Milliseconds by a clock that all processes of a machine share, and that nobody sets. */
export const machineClock = (): number => performance.now() + sinceBoot
const sinceBoot = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** The buckets of all workers, in the supervisor. */
export class LimiterHub {
  readonly #buckets = new BucketStates()
  readonly #clock: () => number

  constructor(clock: () => number = machineClock) {
    this.#clock = clock
  }

  take(asks: Ask[], workers: number): Grant[][] {
    const now = this.#clock()
    return asks.map((ask) => this.#grant(ask, workers, now))
  }

  #grant({ charges, extra }: Ask, workers: number, now: number): Grant[] {
    const verdicts = this.#buckets.take(charges, now)
    const isTaken = verdicts.every(({ allowed }) => allowed)
    return verdicts.map(({ bucket, ...verdict }, i) => {
      const most = Math.min(bucket.burst * leasedPart, verdict.remaining / 4) / workers
      const tokens = isTaken ? Math.max(0, Math.min(extra[i]!, Math.floor(most))) : 0
      if (tokens === 0) return { ...verdict, tokens }
      const fullAt = Math.max(verdict.fullAt, now) + (tokens * bucket.period) / bucket.limit
      this.#buckets.set(charges[i]!, fullAt)
      return { ...verdict, fullAt, tokens }
    })
  }
}
