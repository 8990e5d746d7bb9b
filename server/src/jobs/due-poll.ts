import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db } from '../db/ctx.ts'
import { onlyValue } from '../db/rows.ts'
import { second } from '../kernel/durations.ts'
import { retryOnOutage, type BackgroundLoop } from './background-loop.ts'
import { makeWakeUpTimer } from './wake-up-timer.ts'

const pollInterval = second / 4

/**
 * Finds work that no commit of this machine announces: of other machines, and work that becomes due. One statement asks
 * for all queues, so an idle service costs little.
 */
export function startDuePoll(makeCtx: () => Ctx, loops: () => BackgroundLoop[]): BackgroundLoop {
  const timer = makeWakeUpTimer()
  let stopped = false

  const wakeDue = async () => {
    const polled = loops().flatMap((loop) => (loop.due ? [{ loop, due: loop.due }] : []))
    if (polled.length === 0) return
    const found = await findDue(
      makeCtx().db,
      polled.map(({ due }) => due),
    )
    for (const [i, { loop }] of polled.entries()) if (found[i]) loop.wake?.()
  }

  const poll = async () => {
    while (!stopped) {
      await timer.wait(pollInterval)
      if (!stopped) await retryOnOutage(makeCtx(), wakeDue)
    }
  }
  const polling = poll()
  return {
    stop: async () => {
      stopped = true
      timer.wake()
      await polling
    },
  }
}

const findDue = (db: Db, conditions: RawBuilder<boolean>[]): Promise<boolean[]> =>
  onlyValue(db, sql`select array[${sql.join(conditions)}]`)
