import type { Channel } from '../kernel/channel.ts'
import { second } from '../kernel/durations.ts'
import { keyOf, roomLeft, strictest, type Charge, type Verdict } from './gcra.ts'
import { machineClock, type TokenRequest, type Grant } from './limiter-hub.ts'
import { memoryLimiter, type Limiter } from './limiter.ts'

/** Tokens are held no longer than this, so a worker leases what it spends in that time. */
const leaseTime = 20
/** The period over which the demand of a bucket is measured. */
const demandWindow = 50
const answerWithin = second
const sweepAt = 100_000

interface PendingTokenRequest extends TokenRequest {
  resolve: (grants: Grant[]) => void
  reject: (error: Error) => void
}

/**
 * One set of buckets for all workers of a machine, held by the supervisor. For a bucket with little traffic or a low limit
 * every request needs a message, and the count is exact. Of a busy bucket with a high limit the worker holds some tokens,
 * taken in advance, so that its requests need not wait.
 */
export function sharedLimiter(supervisor: Channel, clock: () => number = machineClock): Limiter {
  const leases = new Map<string, Lease>()
  /** Decides when the supervisor does not answer. */
  const local = memoryLimiter(clock)
  let pending: PendingTokenRequest[] = []

  const leaseOf = (charge: Charge, now: number): Lease => {
    const key = keyOf(charge)
    let lease = leases.get(key)
    if (!lease) {
      if (leases.size > sweepAt) for (const [old, { isIdle }] of leases) if (isIdle(now)) leases.delete(old)
      leases.set(key, (lease = new Lease(charge.bucket, now)))
    }
    return lease
  }

  const flush = () => {
    const sent = pending
    pending = []
    const requests: TokenRequest[] = sent.map(({ charges, extra }) => ({ charges, extra }))
    supervisor.call<Grant[][]>('limits', requests, answerWithin).then(
      (grants) => sent.forEach(({ resolve }, i) => resolve(grants[i]!)),
      (error: Error) => sent.forEach(({ reject }) => reject(error)),
    )
  }
  /** Requests of the same turn of the event loop share a message. */
  const requestTokens = (charges: Charge[], held: Lease[]) =>
    new Promise<Grant[]>((resolve, reject) => {
      if (pending.length === 0) setImmediate(flush)
      pending.push({ charges, extra: held.map((lease) => lease.wanted), resolve, reject })
    }).then((grants) => {
      held.forEach((lease, i) => lease.add(grants[i]!, clock()))
      return grants
    })

  const refill = (charge: Charge, lease: Lease) => {
    lease.isRefilling = true
    requestTokens([{ ...charge, cost: 0 }], [lease]).then(
      () => (lease.isRefilling = false),
      () => (lease.isRefilling = false),
    )
  }

  const requestAndDecide = async (charges: Charge[], held: Lease[]): Promise<Verdict> => {
    const grants = await requestTokens(charges, held).catch(() => undefined)
    if (!grants) return local.take(charges)
    return strictest(grants.map((grant, i) => ({ ...grant, bucket: charges[i]!.bucket })))
  }

  return {
    take: (charges) => {
      const now = clock()
      const held = charges.map((charge) => leaseOf(charge, now))
      const isCovered = charges.every(({ cost }, i) => cost === 0 || held[i]!.tokensAt(now) > 0)
      charges.forEach(({ cost }, i) => cost && held[i]!.count(now))
      if (!isCovered) return requestAndDecide(charges, held)
      charges.forEach(({ cost }, i) => {
        if (cost === 0) return
        held[i]!.tokens--
        if (held[i]!.isLow) refill(charges[i]!, held[i]!)
      })
      return strictest(held.map((lease) => lease.verdict(now)))
    },
  }
}

/** What this worker knows of a bucket, and the tokens of it that it may spend. */
class Lease {
  tokens = 0
  isRefilling = false
  readonly #bucket: Charge['bucket']
  readonly #interval: number
  #fullAt = 0
  #expiresAt = 0
  #windowStart: number
  #counted = 0
  /** Requests per millisecond. */
  #demand = 0

  constructor(bucket: Charge['bucket'], now: number) {
    this.#bucket = bucket
    this.#interval = bucket.period / bucket.limit
    this.#windowStart = now
  }

  readonly isIdle = (now: number) => this.#fullAt <= now && this.#expiresAt <= now

  tokensAt(now: number): number {
    if (this.#expiresAt <= now) this.tokens = 0
    return this.tokens
  }

  count(now: number): void {
    const elapsed = now - this.#windowStart
    if (elapsed >= demandWindow) {
      this.#demand = this.#counted / elapsed
      this.#windowStart = now
      this.#counted = 0
    }
    this.#counted++
  }

  get wanted(): number {
    return Math.max(0, Math.floor(this.#demand * leaseTime) - this.tokens)
  }

  /** Refilled before the last token is spent, so that requests need not wait. */
  get isLow(): boolean {
    return !this.isRefilling && this.tokens < (this.#demand * leaseTime) / 2
  }

  add({ fullAt, tokens }: Grant, now: number): void {
    // Grants arrive in order, and the supervisor's bucket only becomes emptier by what it grants.
    this.#fullAt = fullAt
    this.tokens = this.tokensAt(now) + tokens
    if (tokens > 0) this.#expiresAt = now + leaseTime
  }

  verdict(now: number): Verdict {
    const reset = Math.max(0, this.#fullAt - this.tokens * this.#interval - now)
    const capacity = this.#bucket.burst * this.#interval
    return {
      allowed: true,
      bucket: this.#bucket,
      remaining: roomLeft(capacity, reset, this.#interval),
      reset,
      wait: 0,
    }
  }
}
