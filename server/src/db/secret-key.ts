import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { deriveKeys, randomToken, type Keys } from '../kernel/crypto.ts'
import type { Db } from './ctx.ts'

declare module './tables.ts' {
  interface Tables {
    instance: { key: string; value: string }
  }
}

/**
 * The one key behind all encryption and signing of ours. SECRET_KEY when it is set. Without it, the embedded
 * database keeps it in a file beside itself; an outside one keeps it in a row, so that all nodes find the same.
 */
export async function openKeys(db: Db, config: Config): Promise<Keys> {
  const secret =
    config.secret_key || (config.database_url ? await fromDatabase(db) : fromFile(config.data_dir))
  const keys = deriveKeys(secret)
  const known = await remember(db, 'key_fingerprint', keys.fingerprint)
  if (known !== keys.fingerprint)
    throw new Error('SECRET_KEY is not the key that this database was set up with: restore the earlier value')
  return keys
}

function fromFile(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${randomToken()}\n`, { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

const fromDatabase = (db: Db) => remember(db, 'secret_key', randomToken())

/** The value that the first node wrote. */
async function remember(db: Db, key: string, value: string): Promise<string> {
  await sql`insert into instance (key, value) values (${key}, ${value}) on conflict (key) do nothing`.execute(
    db,
  )
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value
}
