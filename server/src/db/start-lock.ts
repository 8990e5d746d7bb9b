import { sql } from 'kysely'
import { transact, type Ctx, type Tx } from './ctx.ts'
import { isTimeout } from './errors.ts'

/** Each ends with the lock time-out of a request, two seconds. */
const attempts = 30

/** What one node at a time does when it starts. Others that start meanwhile wait for longer than a request would. */
export async function transactAlone<T>(
  ctx: Ctx,
  lock: number,
  work: (ctx: Ctx<Tx>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await transact(ctx, async (ctx) => {
        await sql`select pg_advisory_xact_lock(${lock})`.execute(ctx.db)
        return work(ctx)
      })
    } catch (error) {
      if (attempt === attempts || !isTimeout(error)) throw error
    }
}
