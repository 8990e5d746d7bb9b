import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '../src/db/ctx.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import { second } from '../src/kernel/durations.ts'
import { randomId } from '../src/kernel/ids.ts'
import { closeAtEnd } from './cleanup.ts'
import { appTemplateName, cloneDatabase, databaseUrl, templateName } from './clones.ts'
import { silent } from './ctx.ts'
import { takeSpareDatabase } from './spare-databases.ts'

/** A new, migrated database on the server of this run, deleted at the end of the test file. */
export async function freshDatabase(template = templateName): Promise<string> {
  const name = randomId('test_')
  await withServer(async (admin) => {
    const spare = template === appTemplateName ? await takeSpareDatabase(admin, name) : undefined
    if (!spare) await cloneDatabase(admin, name, template)
  })
  closeAtEnd(() => withServer((admin) => admin.query(`drop database if exists ${name} with (force)`)))
  return databaseUrl(inject('postgresUrl'), name)
}

/** A session on the server of this run, outside of the databases of tests. */
export async function withServer<T>(work: (admin: pg.ClientBase) => Promise<T>): Promise<T> {
  const admin = await adminsOf(inject('postgresUrl')).connect()
  try {
    return await work(admin)
  } finally {
    admin.release()
  }
}

const pools = new Map<string, pg.Pool>()

/** Sessions are used again by all files of a worker. */
function adminsOf(url: string): pg.Pool {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, allowExitOnIdle: true })
  // One that breaks while it is idle is replaced.
  if (!pools.has(url))
    pools.set(
      url,
      pool.on('error', () => undefined),
    )
  return pool
}

/** Seconds to wait for a connection, and for a lock; statements have longer. */
const maxWaitSeconds = 30

/** The address for tests that are not about time-outs, so that a slow machine does not look like an outage. */
export const withLongTimeouts = (url: string): string =>
  `${url}&${new URLSearchParams({
    lock_timeout: String(maxWaitSeconds * second),
    statement_timeout: String(2 * maxWaitSeconds * second),
    query_timeout: String(2 * maxWaitSeconds * second),
    idle_in_transaction_session_timeout: String(2 * maxWaitSeconds * second),
  }).toString()}`

/** The same for the pool. */
export const connectWithin = maxWaitSeconds * second

/** A database of its own, or that of `url`, without a running service. */
export const openTestDb = async (size: number, url?: string): Promise<Db> =>
  openDb(openPool(withLongTimeouts(url ?? (await freshDatabase())), size, silent, { connectWithin }))
