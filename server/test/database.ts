import pg from 'pg'
import { inject } from 'vitest'
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
