import { sql, type RawBuilder } from 'kysely'
import { transact, type Ctx, type Db } from '../db/ctx.ts'
import { countAffected } from '../db/rows.ts'
import type { Schema } from '../db/tables.ts'
import { finish, release } from './queue.ts'
import type { JobHandler } from './job-runner.ts'

export interface ExpiredRows {
  table: keyof Schema
  where: RawBuilder<unknown>
  /** How many are deleted at once; fewer where rows are large, so that a statement ends within its time limit. */
  batch?: number
}

const defaultBatch = 5000

/** A recurring job that deletes all expired rows, in batches to keep locks short. */
export const cleaner = (
  type: string,
  every: number,
  expiredRows: (config: Ctx['config']) => ExpiredRows[],
): JobHandler => ({
  type,
  concurrency: 1,
  every,
  run: async (ctx, job) => {
    for (const rows of expiredRows(ctx.config))
      while (!job.isEnding() && (await deleteBatch(ctx.db, rows)) === (rows.batch ?? defaultBatch));
    // The next run may be a day away, so the rest is left to whoever takes the job now.
    if (job.isEnding()) await release(ctx.db, job, 0)
    else await transact(ctx, (ctx) => finish(ctx, job))
  },
})

/** The condition is repeated for rows that another transaction has changed since they were found. */
export const deleteBatch = (db: Db, { table, where, batch = defaultBatch }: ExpiredRows): Promise<number> =>
  countAffected(
    db,
    sql`delete from ${sql.table(table)} where (${where})
      and ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${sql.lit(batch)}))`,
  )
