import pg from 'pg'
import { inject } from 'vitest'
import { second } from '../src/kernel/durations.ts'
import { randomId } from '../src/kernel/ids.ts'
import { databaseUrl, templateName } from './global-setup.ts'

/** A fresh, migrated database on the run's server. */
export async function freshDatabase(template = templateName): Promise<string> {
  const serverUrl = inject('postgresUrl')
  const name = randomId('test_')
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    // Two clones of one template at the same time get in each other's way.
    await admin.query('select pg_advisory_lock(1)')
    await admin.query(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  return databaseUrl(serverUrl, name)
}

/** Seconds to wait for a connection, and for a lock; statements have longer. */
const patience = 30

/** The address for tests that are not about time-outs: there a slow machine is no outage. */
export const patiently = (url: string): string =>
  `${url}&${new URLSearchParams({
    lock_timeout: String(patience * second),
    statement_timeout: String(2 * patience * second),
    query_timeout: String(2 * patience * second),
    idle_in_transaction_session_timeout: String(2 * patience * second),
  }).toString()}`

/** The same for the pool. */
export const connectWithin = patience * second
