import { sql } from 'kysely'
import { readConfig } from '../src/config.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import { hashToken } from '../src/kernel/passwords.ts'
import { bootstrap } from '../src/modules/identity/bootstrap.ts'
import { bareCtx, silent } from './ctx.ts'

export const bootstrapClient = { id: 'test-admin', secret: 'a-secret-only-for-tests' }
export const bootstrapAdmin = { email: 'admin@example.com', password: 'an administrator of tests' }

export const bootstrapEnv = {
  BOOTSTRAP_CLIENT_ID: bootstrapClient.id,
  BOOTSTRAP_CLIENT_SECRET: bootstrapClient.secret,
  BOOTSTRAP_ADMIN_EMAIL: bootstrapAdmin.email,
  BOOTSTRAP_ADMIN_PASSWORD: bootstrapAdmin.password,
}

/** As a first start creates them. A plain digest instead of a password hash spares each app a tenth of a second. */
export async function addAccounts(url: string): Promise<void> {
  const db = openDb(openPool(url, 2, silent))
  await bootstrap(bareCtx(db), readConfig(bootstrapEnv))
  await sql`update clients set secret_hash = ${hashToken(bootstrapClient.secret)}`.execute(db)
  await sql`update users set password_hash = ${hashToken(bootstrapAdmin.password)}`.execute(db)
  await db.destroy()
}
