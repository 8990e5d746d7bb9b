import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { writeDurably } from '../../db/embedded/durable-files.ts'
import { firstRow, isFound } from '../../db/rows.ts'
import { transactAlone } from '../../db/start-lock.ts'
import { record } from '../../events/journal.ts'
import type { Role } from '../../kernel/actor.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { randomId } from '../../kernel/ids.ts'
import { hashPassword, matchesSecret } from '../../kernel/passwords.ts'
import { revokeAllOf } from '../api-keys/service.ts'
import * as clients from '../clients/store.ts'
import * as users from '../users/store.ts'

export interface Credentials {
  client_id: string
  client_secret: string
  admin_email: string
  admin_password: string
}

const defaultEmail = 'admin@mainstay.local'

/**
 * Creates the accounts that the environment names or, on the first start without them, a client and an administrator with
 * generated credentials. Returns what was created, to be shown once.
 */
export const bootstrap = (ctx: Ctx, config: Config): Promise<Partial<Credentials>> =>
  transactAlone(ctx, advisoryLocks.bootstrap, async (ctx) => {
    const { bootstrap_client_id, bootstrap_client_secret, bootstrap_admin_email, bootstrap_admin_password } =
      config
    const first = await isFirstStart(ctx)
    if (bootstrap_client_id) await ensureClient(ctx, bootstrap_client_id, bootstrap_client_secret)
    if (bootstrap_admin_email) await ensureAdmin(ctx, bootstrap_admin_email, bootstrap_admin_password)
    if (!first) return {}
    const made: Partial<Credentials> = {}
    if (!bootstrap_client_id) {
      Object.assign(made, { client_id: randomId('client_'), client_secret: `ms_${randomToken()}` })
      await ensureClient(ctx, made.client_id!, made.client_secret!)
    }
    if (!bootstrap_admin_email) {
      Object.assign(made, { admin_email: defaultEmail, admin_password: randomToken(15) })
      await ensureAdmin(ctx, made.admin_email!, made.admin_password!)
    }
    // Before the commit: a crash in between leaves a file that the next first start overwrites.
    if (Object.keys(made).length > 0) await keepCredentials(config.data_dir, made)
    return made
  })

async function isFirstStart(ctx: Ctx<Tx>): Promise<boolean> {
  return !(await isFound(ctx.db, sql`select from clients union all select from users limit 1`))
}

const isAdmin = ({ active, roles }: { active: boolean; roles: Role[] }) =>
  active && roles.includes('super_admin')

async function ensureClient(ctx: Ctx<Tx>, id: string, secret: string): Promise<void> {
  const existing = await firstRow<{
    active: boolean
    roles: Role[]
    deleted_at: Date | null
    secret_hash: string
  }>(ctx.db, sql`select active, roles, deleted_at, secret_hash from clients where id = ${id}`)
  const roles = ['super_admin' as const]
  const isRight =
    existing &&
    !existing.deleted_at &&
    isAdmin(existing) &&
    (await matchesSecret(secret, existing.secret_hash))
  if (isRight) return
  await audit(ctx, 'client', id, 'client_secret')
  await revokeAllOf(ctx, id)
  if (!existing) {
    const email = `${id.replace(/[^\w.-]/g, '-')}@clients.mainstay.local`
    await clients.insert(ctx.db, { id, name: id, email, roles, secret_hash: await hashPassword(secret) })
  } else
    await clients.update(
      ctx.db,
      id,
      { roles, active: true, deleted_at: null, secret_hash: await hashPassword(secret) },
      { endsTokens: true },
    )
}

async function ensureAdmin(ctx: Ctx<Tx>, email: string, password: string): Promise<void> {
  const existing = await users.findByEmail(ctx.db, email)
  const roles = ['super_admin' as const]
  if (existing && isAdmin(existing) && (await matchesSecret(password, existing.password_hash))) return
  const id = existing?.id ?? randomId('usr_')
  const password_hash = await hashPassword(password)
  await audit(ctx, 'user', id, 'password')
  await revokeAllOf(ctx, id)
  if (existing) await users.update(ctx.db, id, { roles, active: true, password_hash }, { endsTokens: true })
  else await users.insert(ctx.db, { id, email, name: 'Administrator', roles, groups: [], password_hash })
}

/** Audited, because the environment can make anyone super_admin. */
const audit = (ctx: Ctx<Tx>, subject_type: string, id: string, secret: string) =>
  record(ctx, id, {
    subject_type,
    action: 'bootstrapped',
    changes: [
      { field: 'roles', from: null, to: ['super_admin'] },
      { field: secret, from: null, to: null },
    ],
  })

export const credentialsFile = (dataDir: string) => path.join(dataDir, 'credentials.json')

async function keepCredentials(dataDir: string, made: Partial<Credentials>): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const file = credentialsFile(dataDir)
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>) : {}
  await writeDurably(file, `${JSON.stringify({ ...earlier, ...made }, null, 2)}\n`)
}
