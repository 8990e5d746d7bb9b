import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx, Queue } from '../db/ctx.ts'
import { makeWakeUpTimer } from './wake-up-timer.ts'
import { pollInterval, rest, retryOnOutage, type Worker } from './lease-loop.ts'

/** Polls for work: soon if the last poll found some or the queue was added to, else after an interval. */
export function startPolling(makeCtx: () => Ctx, look: (ctx: Ctx) => Promise<number>, queue?: Queue): Worker {
  const timer = makeWakeUpTimer()
  let stopped = false
  const loop = async () => {
    while (!stopped) {
      timer.reset()
      const found = await retryOnOutage(makeCtx(), () => look(makeCtx()))
      await sleep(rest)
      if (!found) await timer.wait(pollInterval)
    }
  }
  const looping = loop()
  return {
    ...(queue && { queue }),
    wake: timer.wake,
    stop: async () => {
      stopped = true
      timer.wake()
      await looping
    },
  }
}
