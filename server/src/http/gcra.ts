/** So many requests a period, and at most `burst` of them at once. */
export interface Bucket {
  name: string
  limit: number
  period: number
  burst: number
}

export interface Charge {
  bucket: Bucket
  /** Whose bucket: a user, an address, or all. */
  owner: string
  /** 0 only looks. */
  cost: 0 | 1
}

export interface Verdict {
  allowed: boolean
  bucket: Bucket
  remaining: number
  /** Milliseconds until the bucket is full again. */
  reset: number
  /** Milliseconds until one more request fits; 0 when it does now. */
  wait: number
}

export const keyOf = ({ bucket, owner }: Charge): string => `${bucket.name}:${owner}`

/**
 * The generic cell rate algorithm: a bucket is one number, the time at which it will be full again.
 * There is no window, so there is no edge at which a caller gets twice the limit.
 */
export function judge(fullAt: number, now: number, { bucket, cost }: Charge): Verdict & { fullAt: number } {
  const interval = bucket.period / bucket.limit
  const capacity = bucket.burst * interval
  const next = Math.max(fullAt, now) + cost * interval
  const wait = Math.max(0, next - capacity - now)
  const after = wait > 0 ? Math.max(fullAt, now) : next
  return {
    allowed: wait === 0,
    bucket,
    remaining: Math.max(0, Math.floor((capacity - (after - now)) / interval + 1e-9)),
    reset: after - now,
    wait,
    fullAt: after,
  }
}

/** The verdict that the caller hears of: the refusal with the longest wait, else the narrowest bucket, named last. */
export function strictest<V extends Verdict>(verdicts: V[]): V {
  const refusals = verdicts.filter((verdict) => !verdict.allowed).toSorted((a, b) => b.wait - a.wait)
  return refusals[0] ?? verdicts.at(-1)!
}
