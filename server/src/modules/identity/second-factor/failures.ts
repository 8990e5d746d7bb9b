import { transact, type Ctx, type Db } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import { rateLimited } from '../../../kernel/errors.ts'
import { waitAfter } from './model.ts'

/**
 * Counts an attempt before it is checked, so that concurrent attempts get no more guesses than sequential
 * ones. A correct one resets the count.
 */
export const countAttempt = (ctx: Ctx, user_id: string): Promise<void> =>
  transact(ctx, async ({ db, now }) => {
    await db
      .insertInto('second_factor_failures')
      .values({ user_id, failures: 0, last_failed_at: now })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    const { failures, last_failed_at } = await db
      .selectFrom('second_factor_failures')
      .select(['failures', 'last_failed_at'])
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const delay = waitAfter(failures)
    const wait = last_failed_at.getTime() + delay - now.getTime()
    // Without a delay the clocks must not matter, because concurrent attempts or those on two nodes can
    // arrive out of order.
    if (delay > 0 && wait > 0) throw rateLimited(Math.ceil(wait / second), 'too many wrong codes')
    await db
      .updateTable('second_factor_failures')
      .set({ failures: failures + 1, last_failed_at: now })
      .where('user_id', '=', user_id)
      .execute()
  })

export const resetFailures = (db: Db, user_id: string) =>
  db.deleteFrom('second_factor_failures').where('user_id', '=', user_id).execute()
