import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { randomToken, type Keys } from '../kernel/crypto.ts'
import { deriveKeySet, KeyRing } from '../kernel/key-ring.ts'
import type { Db } from './ctx.ts'
import { createDurably } from './embedded/durable-files.ts'
import { readInstance } from './instance.ts'
import { refreshKeys } from './key-rotations.ts'

/** Where the key is stored: by the operator, in a file beside the embedded database, or in a row that all nodes read. */
export type KeySource = 'setting' | 'file' | 'database'

/** Characters of a key, without white space around it. */
export const shortestKey = 32

export function keySource({ secret_key, database_url }: Config): KeySource {
  if (secret_key) return 'setting'
  return database_url ? 'database' : 'file'
}

/** The key behind all encryption and signing, and those that it replaced recently. */
export async function openKeys(db: Db, config: Config): Promise<Keys> {
  const configured = deriveKeySet(await readSecretKey(db, config))
  const keys = new KeyRing(configured)
  await storeOnce(db, 'key_fingerprint', configured.fingerprint)
  if (!(await refreshKeys(db, keys)))
    throw new Error(
      `${keyName(config)} is not the key of this database: set ${keySource(config) === 'setting' ? 'the' : 'SECRET_KEY to the'} key of its setup or of its last rotation`,
    )
  return keys
}

function keyName(config: Config): string {
  const names = { setting: 'SECRET_KEY', file: secretKeyFile(config), database: 'The default of SECRET_KEY' }
  return names[keySource(config)]
}

export async function readSecretKey(db: Db, config: Config): Promise<string> {
  switch (keySource(config)) {
    case 'setting':
      return config.secret_key
    case 'database':
      return storeOnce(db, 'secret_key', randomToken())
    case 'file':
      return fromFile(db, secretKeyFile(config))
  }
}

export const secretKeyFile = ({ data_dir }: Config): string => path.join(data_dir, 'secret.key')

async function fromFile(db: Db, file: string): Promise<string> {
  if (!existsSync(file)) {
    // Looked for again, because another worker may just have made both.
    if ((await readInstance(db, 'key_fingerprint')) && !existsSync(file))
      throw new Error(
        'The secret key of this database is missing: set SECRET_KEY, or copy secret.key from a backup into DATA_DIR',
      )
    await mkdir(path.dirname(file), { recursive: true })
    await createDurably(file, `${randomToken()}\n`)
  }
  const key = (await readFile(file, 'utf8')).trim()
  // A short one of the operator's own is accepted: `rotate-secret-key` must be able to replace it.
  if (!key) throw new Error(`${file} is empty: copy it from a backup, or delete it before the first start`)
  return key
}

/** Stores the value unless another node was first, and returns the stored one. */
async function storeOnce(db: Db, key: string, value: string): Promise<string> {
  await sql`insert into instance (key, value) values (${key}, ${value}) on conflict (key) do nothing`.execute(
    db,
  )
  return (await readInstance(db, key))!
}
