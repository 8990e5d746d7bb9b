import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../db/ctx.ts'
import { isUnavailable } from '../../../db/errors.ts'
import { startLeaseLoop, type Worker } from '../../../jobs/lease-loop.ts'
import { second } from '../../../kernel/durations.ts'
import { attempt, type Sender } from './attempt.ts'
import { claim, heartbeat, release, settle, waitingWebhooks, type Claimed, type Settlement } from './queue.ts'

/** Requests under way on one node: in all, to one receiver, and to one that has just kept us waiting in vain. */
const mostInFlight = 512
const mostPerWebhook = 32
const mostPerSlowWebhook = 4

/** Sends what is due, signs it, and writes down what became of it. */
export function startDeliveries(makeCtx: () => Ctx, sender: Sender): Worker {
  const sending = new Tally()
  const slow = new Set<string>()
  let after = ''

  const roomFor = (ids: string[]) => {
    const limitOf = (id: string) => (slow.has(id) ? mostPerSlowWebhook : mostPerWebhook)
    const free = ids.map((id): [string, number] => [id, limitOf(id) - sending.of(id)])
    return new Map(free.filter(([, places]) => places > 0))
  }

  /** Goes through the webhooks in turn, until something is found or all have been looked at. */
  const claimNext = async (): Promise<Claimed[]> => {
    const { db } = makeCtx()
    while (sending.total < mostInFlight) {
      const { ids, next } = await waitingWebhooks(db, after)
      after = next
      const room = roomFor(ids)
      const claimed = room.size > 0 ? await claim(db, room, mostInFlight - sending.total) : []
      for (const { webhook_id } of claimed) sending.add(webhook_id, 1)
      if (claimed.length > 0 || next === '') return claimed
    }
    return []
  }

  const loop = startLeaseLoop<Claimed>(makeCtx, {
    claim: claimNext,
    work: async (claimed, signal) => {
      const ctx = makeCtx()
      const settlement = await attempt(ctx, sender, claimed, signal)
      // The receiver is done with it: the next may go while this one is written down.
      sending.add(claimed.webhook_id, -1)
      loop.wake()
      if (!settlement) return
      if (settlement.attempt?.error === 'timeout') slow.add(claimed.webhook_id)
      else slow.delete(claimed.webhook_id)
      await write(ctx, settlement, signal)
    },
    heartbeat: (held) => heartbeat(makeCtx().db, held),
    release: async (claimed) => void (await release(makeCtx().db, claimed)),
  })
  return loop
}

/** How many of each. */
class Tally {
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

/** It has been sent: while the database is away we wait with what we know, rather than let it be sent again. */
async function write(ctx: Ctx, settlement: Settlement, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const isOurs = await settle(ctx.db, settlement)
      if (!isOurs) ctx.log.warn({ delivery: settlement.id }, 'a delivery was taken over by another node')
      return
    } catch (error) {
      if (!isUnavailable(error))
        ctx.log.error({ err: error, delivery: settlement.id }, 'a result was not written')
      await sleep(second / 2)
    }
  }
}
