import type { Charge, Verdict } from './gcra.ts'
import { BucketStates } from './limiter.ts'

/** Tokens for a request that the worker serves, or, with `cost: 0`, only in advance. */
export interface TokenRequest {
  charges: Charge[]
  /** How many more tokens of each bucket the worker expects to need soon. */
  extra: number[]
}

/** One for each bucket, in the order of the charges. */
export type Grant = Omit<Verdict, 'bucket'> & {
  fullAt: number
  /** Tokens that are already taken, so that the worker spends them without a message. */
  tokens: number
}

/** The largest part of a bucket that one worker holds, so that its unspent tokens cause no false rejections elsewhere. */
const leasedPart = 1 / 100

/** Milliseconds by a monotonic clock that all processes of a machine share. */
export const machineClock = (): number => performance.now() + sinceBoot
const sinceBoot = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** The buckets of all workers, in the supervisor. */
export class LimiterHub {
  readonly #buckets = new BucketStates()
  readonly #clock: () => number

  constructor(clock: () => number = machineClock) {
    this.#clock = clock
  }

  take(requests: TokenRequest[], workers: number): Grant[][] {
    const now = this.#clock()
    return requests.map((request) => this.#grant(request, workers, now))
  }

  #grant({ charges, extra }: TokenRequest, workers: number, now: number): Grant[] {
    const verdicts = this.#buckets.take(charges, now)
    const isTaken = verdicts.every(({ allowed }) => allowed)
    return verdicts.map(({ bucket, ...verdict }, i) => {
      const maxTokens = Math.min(bucket.burst * leasedPart, verdict.remaining / 4) / workers
      const tokens = isTaken ? Math.max(0, Math.min(extra[i]!, Math.floor(maxTokens))) : 0
      if (tokens === 0) return { ...verdict, tokens }
      const fullAt = Math.max(verdict.fullAt, now) + (tokens * bucket.period) / bucket.limit
      this.#buckets.set(charges[i]!, fullAt, now)
      return { ...verdict, fullAt, tokens }
    })
  }
}
