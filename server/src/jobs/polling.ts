import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../db/ctx.ts'
import { makeAlarm } from './alarm.ts'
import { pollInterval, rest, survive, type Worker } from './lease-loop.ts'

/** Looks again and again for something to do: soon when the last look found something or somebody has called, else after a while. */
export function startPolling(makeCtx: () => Ctx, look: (ctx: Ctx) => Promise<number>): Worker {
  const alarm = makeAlarm()
  let stopped = false
  const loop = async () => {
    while (!stopped) {
      alarm.reset()
      const found = await survive(makeCtx(), () => look(makeCtx()))
      await sleep(rest)
      if (!found) await alarm.wait(pollInterval)
    }
  }
  const looping = loop()
  return {
    wake: alarm.ring,
    stop: async () => {
      stopped = true
      alarm.ring()
      await looping
    },
  }
}
