import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../db/ctx.ts'
import { isUnavailable } from '../db/errors.ts'
import { logThrottled } from '../kernel/throttled-log.ts'
import type { BackgroundLoop } from './background-loop.ts'

export interface RepeatedWork {
  work: (ctx: Ctx) => Promise<void>
  interval: number
  failure: { message: string; details?: object }
  /** Does it once more at the stop. */
  repeatsAtStop?: boolean
}

/** Repeats work at an interval. A failure is logged, unless the database is not available. */
export function startRepeating(makeCtx: () => Ctx, repeated: RepeatedWork): BackgroundLoop {
  const { work, interval, failure, repeatsAtStop = false } = repeated
  const stopping = new AbortController()

  const attempt = async (ctx: Ctx) => {
    try {
      await work(ctx)
    } catch (error) {
      if (!isUnavailable(error))
        logThrottled(ctx.log, 'error', { err: error, ...failure.details }, failure.message)
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
    // Work that hangs, such as on a share that is away, must not keep the rest of the service from stopping.
    stop: async (timeout) => {
      stopping.abort()
      await Promise.race([looping, sleep(timeout, undefined, { ref: false })])
    },
  }
}
