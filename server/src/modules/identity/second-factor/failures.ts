import { sql } from 'kysely'
import { transact, type Ctx, type Db } from '../../../db/ctx.ts'
import { onlyRow } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import { second } from '../../../kernel/durations.ts'
import { rateLimited } from '../../../kernel/errors.ts'
import { waitAfter } from './model.ts'

/**
 * Counts an attempt before it is checked, so that concurrent attempts get no more guesses than sequential
 * ones. A correct one resets the count.
 */
export const countAttempt = (ctx: Ctx, user_id: string): Promise<void> =>
  transact(ctx, async ({ db, now }) => {
    const { failures, last_failed_at } = await onlyRow<
      TableRow<'second_factor_failures', 'failures' | 'last_failed_at'>
    >(
      db,
      // In one statement, because a correct attempt may delete the row at any time; its update is the lock.
      sql`insert into second_factor_failures as known (user_id, failures, last_failed_at)
        values (${user_id}, 0, ${now}) on conflict (user_id) do update set failures = known.failures
        returning failures, last_failed_at`,
    )
    const delay = waitAfter(failures)
    const wait = last_failed_at.getTime() + delay - now.getTime()
    // Without a delay the clocks must not matter, because concurrent attempts or those on two nodes can
    // arrive out of order.
    if (delay > 0 && wait > 0) throw rateLimited(Math.ceil(wait / second), 'too many wrong codes')
    await sql`update second_factor_failures set failures = ${failures + 1}, last_failed_at = ${now}
      where user_id = ${user_id}`.execute(db)
  })

export const resetFailures = (db: Db, user_id: string) =>
  sql`delete from second_factor_failures where user_id = ${user_id}`.execute(db)
