import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Ctx, Queue } from '../db/ctx.ts'
import { second } from '../kernel/durations.ts'
import { rest, retryOnOutage, type QueueLoop } from './background-loop.ts'
import { makeWakeUpTimer } from './wake-up-timer.ts'

/** How long a claim is valid without a heartbeat; after that the work of a dead worker is taken over. */
export const lease = 20 * second
const heartbeatInterval = 5 * second

/** Why work that was not done in time is aborted. */
export class ServiceStopping extends Error {
  constructor() {
    super('The service is stopping')
  }
}

/** Work that is claimed with a lease, and taken over by another worker when the lease expires. */
export interface LeasedWork<Item> {
  queue: Queue
  /** See `BackgroundLoop`. */
  due: RawBuilder<boolean>
  /** Claims due work, as much as fits beside what is held. */
  claim: (held: Iterable<Item>) => Promise<Item[]>
  /**
   * `signal` aborts when the lease is lost, or when the worker stops and the work was not done in time. `isStopping` holds as
   * soon as the worker stops: work in steps may end after the current one.
   */
  work: (item: Item, signal: AbortSignal, isStopping: () => boolean) => Promise<void>
  /** Renews leases, and returns those that another worker has taken over. */
  heartbeat: (held: Item[]) => Promise<Item[]>
  /** Returns unfinished work, which another worker can claim immediately. */
  release: (item: Item) => Promise<void>
}

export function startLeaseLoop<Item>(makeCtx: () => Ctx, leased: LeasedWork<Item>): QueueLoop {
  const held = new Map<Item, { done: Promise<void>; abort: AbortController }>()
  const timer = makeWakeUpTimer()
  let stopped = false
  const isStopping = () => stopped

  const start = (item: Item) => {
    const abort = new AbortController()
    const done = leased.work(item, abort.signal, isStopping).finally(() => {
      held.delete(item)
      timer.wake() // there is room again
    })
    held.set(item, { done, abort })
  }

  let heartbeatAt = performance.now()
  const renewLeases = async () => {
    const items = [...held.keys()]
    const lost = items.length > 0 ? await leased.heartbeat(items) : []
    for (const item of lost)
      held.get(item)?.abort.abort(new Error('The work was taken over by another worker'))
    heartbeatAt = performance.now()
  }

  const claim = async () => {
    // After an outage our own leases may have expired: renewed first, or we would take over our own work.
    if (performance.now() - heartbeatAt > lease / 2) await renewLeases()
    return leased.claim(held.keys())
  }

  const claimLoop = async () => {
    while (!stopped) {
      timer.reset()
      const claimed = await retryOnOutage(makeCtx(), claim)
      for (const item of claimed ?? []) start(item)
      await sleep(rest)
      if (!claimed?.length) await timer.wait()
    }
  }

  const heartbeatLoop = async () => {
    while (!stopped) {
      await sleep(heartbeatInterval, undefined, { ref: false })
      await retryOnOutage(makeCtx(), renewLeases)
    }
  }

  const claiming = claimLoop()
  void heartbeatLoop()
  return {
    queue: leased.queue,
    due: leased.due,
    wake: timer.wake,
    stop: async (timeout) => {
      stopped = true
      timer.wake()
      await claiming
      const drained = Promise.all([...held.values()].map(({ done }) => done))
      await Promise.race([drained, sleep(timeout, undefined, { ref: false })])
      for (const { abort } of held.values()) abort.abort(new ServiceStopping())
      await Promise.all([...held.keys()].map((item) => retryOnOutage(makeCtx(), () => leased.release(item))))
    },
  }
}
