import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../db/ctx.ts'
import { isUnavailable } from '../../../db/errors.ts'
import type { BackgroundLoop } from '../../../jobs/background-loop.ts'
import { startLeaseLoop } from '../../../jobs/lease-loop.ts'
import { second } from '../../../kernel/durations.ts'
import { logThrottled } from '../../../kernel/throttled-log.ts'
import type { Sender } from '../outbound/service.ts'
import { attempt } from './attempt.ts'
import {
  claim,
  heartbeat,
  isAnyQueued,
  queuedWebhooks,
  release,
  settle,
  type AttemptResult,
  type DeliveryLease,
} from './queue.ts'

/** Concurrent requests of one node: in total, to one receiver, and to one that has just timed out. */
const maxInFlight = 512
const maxPerWebhook = 32
const maxPerSlowWebhook = 4

/** Signs and sends what is due, and stores the results. */
export function startDeliveries(makeCtx: () => Ctx, sender: Sender): BackgroundLoop {
  const sending = new InFlightCounter()
  const slow = new Set<string>()
  let after = ''

  const capacityOf = (ids: string[]) => {
    const limitOf = (id: string) => (slow.has(id) ? maxPerSlowWebhook : maxPerWebhook)
    const free = ids.map((id): [string, number] => [id, limitOf(id) - sending.of(id)])
    return new Map(free.filter(([, count]) => count > 0))
  }

  /** Goes through the webhooks in turn until something is claimed or all were considered. */
  const claimNext = async (): Promise<DeliveryLease[]> => {
    const { db } = makeCtx()
    while (sending.total < maxInFlight) {
      const { ids, next } = await queuedWebhooks(db, after)
      after = next
      const capacity = capacityOf(ids)
      const leases = capacity.size > 0 ? await claim(db, capacity, maxInFlight - sending.total) : []
      for (const { webhook_id } of leases) sending.add(webhook_id, 1)
      if (leases.length > 0 || next === '') return leases
    }
    return []
  }

  const loop = startLeaseLoop<DeliveryLease>(makeCtx, {
    queue: 'deliveries',
    due: isAnyQueued,
    claim: claimNext,
    work: async (lease, signal) => {
      const ctx = makeCtx()
      const result = await attempt(ctx, sender, lease, signal)
      // The receiver has answered: the next may start while this result is stored.
      sending.add(lease.webhook_id, -1)
      loop.wake()
      if (!result) return
      if (result.attempt?.error === 'timeout') slow.add(lease.webhook_id)
      else slow.delete(lease.webhook_id)
      await store(ctx, result, signal)
    },
    heartbeat: (held) => heartbeat(makeCtx().db, held),
    release: async (lease) => void (await release(makeCtx().db, lease)),
  })
  return loop
}

class InFlightCounter {
  readonly #counts = new Map<string, number>()
  total = 0

  of(id: string): number {
    return this.#counts.get(id) ?? 0
  }

  add(id: string, n: 1 | -1): void {
    this.total += n
    const count = this.of(id) + n
    if (count === 0) this.#counts.delete(id)
    else this.#counts.set(id, count)
  }
}

const unstored = 'the result of a delivery could not be stored'

/** The request was sent, so its result waits for the database instead of sending it again. */
async function store(ctx: Ctx, result: AttemptResult, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const isOurs = await settle(ctx.db, result)
      if (!isOurs) ctx.log.warn({ delivery: result.id }, 'a delivery was taken over by another node')
      return
    } catch (error) {
      if (!isUnavailable(error)) logThrottled(ctx.log, 'error', { err: error, delivery: result.id }, unstored)
      await sleep(second / 2)
    }
  }
}
