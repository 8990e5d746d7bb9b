import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Ctx, Queue } from '../db/ctx.ts'
import { isUnavailable } from '../db/errors.ts'
import { second } from '../kernel/durations.ts'
import { logThrottled } from '../kernel/throttled-log.ts'

/** Work that runs beside the requests until it is stopped. */
export interface BackgroundLoop {
  /** The queue whose commits wake it. */
  queue?: Queue
  /** Whether its queue has due work; the poll for all queues wakes it then. */
  due?: RawBuilder<boolean>
  wake?: () => void
  /** What a commit to its queue waits for. */
  catchUp?: () => Promise<void>
  stop: (timeout: number) => Promise<void>
}

/** A loop over the due work of a queue. */
export type QueueLoop = Required<Omit<BackgroundLoop, 'catchUp'>>

/** Pause in ms between two rounds, so that work that arrives in between is taken in one statement. */
export const rest = 10

/**
 * Runs one round of a loop, whose next round is the retry: a failure is logged, as an error unless the database is not
 * available, and followed by a pause.
 */
export async function retryOnOutage<T>(ctx: Ctx, round: () => Promise<T>): Promise<T | undefined> {
  try {
    return await round()
  } catch (error) {
    if (isUnavailable(error)) ctx.log.debug({ err: error }, 'the database is not available, the worker waits')
    else logThrottled(ctx.log, 'error', { err: error }, 'the worker could not reach its queue')
    await sleep(second / 2)
    return undefined
  }
}
