import { sql } from 'kysely'
import type { Ctx, Db } from '../db/ctx.ts'
import { onlyValue } from '../db/rows.ts'
import { second } from '../kernel/durations.ts'
import type { BackgroundLoop } from './background-loop.ts'
import { startRepeating } from './repeating.ts'

/**
 * Finds work that no commit of this machine announces: of other machines, and work that becomes due. One statement asks
 * for all queues, so an idle service costs little.
 */
export const startDuePoll = (makeCtx: () => Ctx, loops: () => BackgroundLoop[]): BackgroundLoop =>
  startRepeating(makeCtx, {
    work: ({ db }) => wakeDue(db, loops()),
    interval: second / 4,
    failure: { message: 'the worker could not reach its queue' },
  })

async function wakeDue(db: Db, loops: BackgroundLoop[]): Promise<void> {
  const polled = loops.flatMap(({ due, wake }) => (due ? [{ due, wake }] : []))
  if (polled.length === 0) return
  const conditions = polled.map(({ due }) => due)
  const found = await onlyValue<boolean[]>(db, sql`select array[${sql.join(conditions)}]`)
  for (const [i, { wake }] of polled.entries()) if (found[i]) wake?.()
}
