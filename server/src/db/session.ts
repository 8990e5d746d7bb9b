import pg from 'pg'
import { minute } from '../kernel/durations.ts'

/**
 * For long tasks, also where the role or the database has limits. Texts, because the driver does not send the number 0.
 * They are sent when connecting, so that a pooler which does not pass them on refuses the connection before it is used.
 */
export const noTimeLimits = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as unknown as pg.ClientConfig

/** A connection of its own for a long task: outside the pool, and without time limits. */
export async function openSession(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `mainstay-${purpose}`,
    ...noTimeLimits,
    // Nothing else notices a server that is gone while a long statement runs.
    keepAlive: true,
    keepAliveInitialDelayMillis: minute,
  })
  client.on('error', () => undefined) // the query in progress reports it too
  await client.connect()
  return client
}

export async function withSession<T>(
  url: string,
  purpose: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openSession(url, purpose)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
