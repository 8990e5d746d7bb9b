import { sql } from 'kysely'
import type { Db } from './ctx.ts'
import { onlyValue } from './rows.ts'

/** All nodes use the time of the database, so that a node with a wrong clock does no harm. */
export interface Clock {
  now: () => Date
  /** The same in milliseconds since 1970, for every request. */
  milliseconds: () => number
  sync: (db: Db) => Promise<void>
}

export function databaseClock(): Clock {
  let offset = 0
  const clock: Clock = {
    now: () => new Date(clock.milliseconds()),
    milliseconds: () => Date.now() + offset,
    sync: (db) =>
      // Connects first: opening a connection takes longer than the query and would distort the measurement.
      db.connection().execute(async (db) => {
        const before = Date.now()
        const at = await onlyValue<Date>(db, sql`select clock_timestamp()`)
        offset = correction(offset, before, at.getTime(), Date.now())
      }),
  }
  return clock
}

/** By how many milliseconds the database's clock, which `now` comes from, is ahead of this machine's. */
export const offsetOf = (now: Date) => now.getTime() - Date.now()

/**
 * The offset of the node's clock, which showed `before` and `after` around the database's `at`. How the delay splits into
 * both directions is unknown, so the last correction stays as long as it is possible, and time does not jump.
 */
export function correction(last: number, before: number, at: number, after: number): number {
  const [least, most] = [at - after, at - before]
  return last >= least && last <= most ? last : Math.round((least + most) / 2)
}
