import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withSession } from '../session.ts'
import { unmarkMoved } from './moved-mark.ts'

interface ClosedSource {
  url: string
  session: pg.Client
}

/** The database accepts writes again if the work fails. */
export async function whileClosed<T>(
  { url, session }: ClosedSource,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await setReadOnly(session, 'set default_transaction_read_only = on')
    return await work()
  } catch (error) {
    // In a session of its own, because the other one may be what has failed.
    await withSession(url, 'move', reopen).catch(() =>
      say('The database is still closed for writing: run npm run move-database -- --cancel'),
    )
    throw error
  }
}

/** The database accepts writes again, and no longer counts as moved. */
export async function reopen(client: pg.Client): Promise<void> {
  await unmarkMoved(client)
  await setReadOnly(client, 'reset default_transaction_read_only')
}

/** Closed, a running service still reads, and answers writes with 503. No write is in progress when this returns. */
async function setReadOnly(client: pg.Client, change: string): Promise<void> {
  await client.query('begin read write')
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`alter database ${rows[0]!.name} ${change}`)
  await client.query('commit')
  const since = await client.query<{ at: string }>('select clock_timestamp()::text as at')
  // Open sessions keep the old setting, so they are ended; the service reconnects. Those of roles that are not the
  // service's, such as the provider's monitoring, cannot be ended.
  for (;;) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and backend_start <= $1::timestamptz and pg_has_role(usesysid, 'usage')`,
      [since.rows[0]!.at],
    )
    if (rowCount === 0) return
    await sleep(50)
  }
}
