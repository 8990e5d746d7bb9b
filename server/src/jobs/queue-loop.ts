import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Ctx, Queue } from '../db/ctx.ts'
import { rest as usualRest, retryOnOutage, type BackgroundLoop } from './background-loop.ts'
import { makeWakeUpTimer } from './wake-up-timer.ts'

interface QueueWork {
  queue: Queue
  /** See `BackgroundLoop`. */
  due: RawBuilder<boolean>
  /** Returns how much work it has found and done. */
  work: (ctx: Ctx) => Promise<number>
  /** Pause in ms after each work, so that what arrives meanwhile is done at once. */
  rest?: number
}

/** Works until its queue is empty, then waits for a commit that adds to it or for the poll that finds it due. */
export function startQueueLoop(
  makeCtx: () => Ctx,
  { queue, due, work, rest = usualRest }: QueueWork,
): BackgroundLoop {
  const timer = makeWakeUpTimer()
  let stopped = false
  const loop = async () => {
    while (!stopped) {
      timer.reset()
      const found = await retryOnOutage(makeCtx(), () => work(makeCtx()))
      await sleep(rest)
      if (!found) await timer.wait()
    }
  }
  const looping = loop()
  return {
    queue,
    due,
    wake: timer.wake,
    stop: async () => {
      stopped = true
      timer.wake()
      await looping
    },
  }
}
