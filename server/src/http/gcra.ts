/** A number of requests per period, and at most `burst` of them at once. */
export interface Bucket {
  name: string
  limit: number
  period: number
  burst: number
}

export interface Charge {
  bucket: Bucket
  /** The owner of the bucket: a user, an address, or all. */
  owner: string
  /** 0 peeks without taking. */
  cost: 0 | 1
}

export interface Verdict {
  allowed: boolean
  bucket: Bucket
  remaining: number
  /** Milliseconds until the bucket is full again. */
  reset: number
  /** Milliseconds until one more request is admitted; 0 if it is now. */
  wait: number
}

export const keyOf = ({ bucket, owner }: Charge): string => `${bucket.name}:${owner}`

/**
 * A microsecond, because intervals such as 1000/7 are not exact and the last request of a burst must not fail
 * by rounding.
 */
export const rounding = 0.001

/**
 * The generic cell rate algorithm: a bucket is one number, the time at which it will be full again.
 * There is no window, so there is no edge at which a caller gets twice the limit.
 */
export function judge(fullAt: number, now: number, { bucket, cost }: Charge): Verdict & { fullAt: number } {
  const interval = bucket.period / bucket.limit
  const capacity = bucket.burst * interval
  const next = Math.max(fullAt, now) + cost * interval
  const missing = next - capacity - now
  const wait = missing > rounding ? missing : 0
  const after = wait > 0 ? Math.max(fullAt, now) : next
  return {
    allowed: wait === 0,
    bucket,
    remaining: roomLeft(capacity, after - now, interval),
    reset: after - now,
    wait,
    fullAt: after,
  }
}

export const roomLeft = (capacity: number, used: number, interval: number): number =>
  Math.max(0, Math.floor((capacity - used + rounding) / interval))

/** The verdict that is reported: the rejection with the longest wait, else the narrowest bucket, named last. */
export function strictest<V extends Verdict>(verdicts: V[]): V {
  const refusals = verdicts.filter((verdict) => !verdict.allowed).toSorted((a, b) => b.wait - a.wait)
  return refusals[0] ?? verdicts.at(-1)!
}
