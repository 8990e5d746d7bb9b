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

/** With `halt`, the session can be ended whatever it does or waits for; PostgreSQL then rolls back and releases its locks. */
export async function withSession<T>(
  url: string,
  purpose: string,
  work: (client: pg.Client) => Promise<T>,
  halt?: AbortSignal,
): Promise<T> {
  const client = await openSession(url, purpose)
  let stopTerminating = () => {}
  try {
    if (halt) stopTerminating = await terminateOn(halt, client, url)
    return await work(client)
  } catch (error) {
    halt?.throwIfAborted()
    throw error
  } finally {
    stopTerminating()
    await client.end()
  }
}

/** Not by cancelling its statement: that does nothing when it comes between two of them. */
async function terminateOn(halt: AbortSignal, client: pg.Client, url: string): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const terminate = () => {
    withSession(url, 'stop', (other) => other.query('select pg_terminate_backend($1)', [rows[0]!.pid])).catch(
      () => undefined,
    ) // a server that cannot be reached rolls back when it notices the lost connection
  }
  halt.throwIfAborted()
  halt.addEventListener('abort', terminate)
  return () => halt.removeEventListener('abort', terminate)
}
