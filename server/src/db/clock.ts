import { sql } from 'kysely'
import type { Db } from './ctx.ts'

/** All nodes tell the time by the database, so that a node with a wrong clock does no harm. */
export interface Clock {
  now: () => Date
  sync: (db: Db) => Promise<void>
}

export function databaseClock(): Clock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    sync: async (db) => {
      const before = Date.now()
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
      const after = Date.now()
      offset = rows[0]!.at.getTime() - Math.round((before + after) / 2)
    },
  }
}
