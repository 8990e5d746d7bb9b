import { sql } from 'kysely'
import type pg from 'pg'
import { readConfig } from '../src/config.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import { hashToken } from '../src/kernel/passwords.ts'
import { bootstrap } from '../src/modules/identity/bootstrap.ts'
import { cloneDatabase, databaseUrl, templateName } from './clones.ts'
import { bareCtx, silent } from './ctx.ts'

export const bootstrappedTemplateName = 'mainstay_bootstrapped_template'

export const bootstrapClient = { id: 'test-admin', secret: 'a-secret-only-for-tests' }

export const bootstrapSettings = {
  BOOTSTRAP_CLIENT_ID: bootstrapClient.id,
  BOOTSTRAP_CLIENT_SECRET: bootstrapClient.secret,
  BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'an administrator of tests',
}

/**
 * The database after a first start. Its two secrets are stored as digests, which the service takes as well: hundreds of
 * apps would otherwise hash them anew, a tenth of a second each.
 */
export async function makeBootstrappedTemplate(admin: pg.Client, serverUrl: string): Promise<void> {
  await cloneDatabase(admin, bootstrappedTemplateName, templateName)
  const db = openDb(openPool(databaseUrl(serverUrl, bootstrappedTemplateName), 1, silent))
  await bootstrap(bareCtx(db), readConfig(bootstrapSettings))
  await sql`update clients set secret_hash = ${hashToken(bootstrapClient.secret)}`.execute(db)
  await sql`update users set password_hash = ${hashToken(bootstrapSettings.BOOTSTRAP_ADMIN_PASSWORD)}`.execute(
    db,
  )
  await db.destroy()
}
