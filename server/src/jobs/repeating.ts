import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../db/ctx.ts'
import { isUnavailable } from '../db/errors.ts'
import type { BackgroundLoop } from './background-loop.ts'

export interface RepeatedWork {
  work: (ctx: Ctx) => Promise<void>
  interval: number
  failure: { message: string; details: object }
  /** Does it once more at the stop. */
  repeatsAtStop?: boolean
}

/** Repeats work at an interval. A failure is logged once, until the work succeeds again. */
export function startRepeating(makeCtx: () => Ctx, repeated: RepeatedWork): BackgroundLoop {
  const { work, interval, failure, repeatsAtStop = false } = repeated
  const stopping = new AbortController()
  let isFailing = false

  const attempt = async (ctx: Ctx) => {
    try {
      await work(ctx)
      isFailing = false
    } catch (error) {
      if (!isFailing && !isUnavailable(error))
        ctx.log.error({ err: error, ...failure.details }, failure.message)
      isFailing = true
    }
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await attempt(makeCtx())
      await sleep(interval, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
    if (repeatsAtStop) await attempt(makeCtx())
  }
  const looping = loop()
  return {
    stop: async () => {
      stopping.abort()
      await looping
    },
  }
}
