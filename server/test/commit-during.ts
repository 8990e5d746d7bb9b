import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Runs the statements in one transaction: the first before the request, the rest once the request waits for its lock. */
export async function commitDuring<T>(
  app: TestApp,
  [lock, ...rest]: [string, ...string[]],
  request: () => Promise<T>,
): Promise<T> {
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    await other.query(lock)
    const answer = request()
    await eventually(
      async () =>
        (
          await app.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
    )
    for (const statement of rest) await other.query(statement)
    await other.query('commit')
    return await answer
  } finally {
    other.release(true)
  }
}
