import { sql } from 'kysely'
import { pino } from 'pino'
import { readConfig, type Config } from './config.ts'
import { transact, type Ctx, type Db } from './db/ctx.ts'
import { writeDurably } from './db/embedded/durable-files.ts'
import { attachEmbedded } from './db/embedded/attach.ts'
import { isUniqueViolation } from './db/errors.ts'
import { firstValue, isFound } from './db/rows.ts'
import { activate, announce, complete, refreshKeys, type Rotation } from './db/key-rotations.ts'
import { migrate } from './db/migrate.ts'
import {
  resealAll,
  RotationError,
  until,
  untilNoNode,
  untilTransactionsEnd,
  verifyAll,
  type Say,
} from './db/rotation-steps.ts'
import { keySource, openKeys, readSecretKey, secretKeyFile, shortestKey } from './db/secret-key.ts'
import { record } from './events/journal.ts'
import type { Keys } from './kernel/crypto.ts'
import { deriveKeySet, type KeySet } from './kernel/key-ring.ts'
import { withCommandCtx } from './make-ctx.ts'
import { sealEntries } from './modules/audit/chain.ts'

/**
 * Replaces the secret key while the service runs. It can be stopped and run again at any point: completed
 * steps are skipped. Returns only when nothing is encrypted with the old key and the new key decrypts everything.
 */
export async function rotateSecretKey(
  env: Record<string, string | undefined>,
  given: string,
  say: Say,
): Promise<void> {
  // As the settings and secret.key are read: a key with white space around it could never be read again.
  const to = given.trim()
  if (to.length < shortestKey) throw new RotationError(`The new key needs at least ${shortestKey} characters`)
  const config = readConfig(env)
  const log = pino({ level: 'silent' })
  const embedded = config.database_url ? undefined : await attachEmbedded(config.data_dir, log)
  try {
    const url = embedded?.url ?? config.database_url
    await migrate(url, log)
    await withCommandCtx(config, url, log, (ctx) => rotate(ctx, to, say))
  } finally {
    await embedded?.stop()
  }
}

async function rotate(ctx: Ctx, to: string, say: Say): Promise<void> {
  const { db, config } = ctx
  const next = deriveKeySet(to)
  const keys = await openKeys(db, config)
  const open = await prepare(ctx, keys, { to, next }, say)
  if (!open) return
  await untilNoNode(db, 'known_key_id', next, say)
  if (!open.is_active) await switchTo(ctx, { to, next }, say)
  await refreshKeys(db, keys)
  if (keySource(config) === 'file') await writeDurably(secretKeyFile(config), `${to}\n`)
  await untilNoNode(db, 'sealing_key_id', next, say)
  await untilTransactionsEnd(db)
  await resealAll(db, keys, next, say)
  await auditRotation(ctx, next)
  await sealWithNewKey(ctx, keys, next)
  const total = await verifyAll(db, next)
  const nodesMustRestart = keySource(config) === 'setting'
  await complete(db, next.id, nodesMustRestart)
  say(`Verified: all ${total} sealed values open with the new key, and none is sealed with the old one.`)
  say(nodesMustRestart ? restartAdvice : keptAdvice[keySource(config) as 'file' | 'database'])
}

const restartAdvice =
  'Now set SECRET_KEY to the new key on every node and restart them one after the other. Until then a node that restarts with the old key still starts; once every node runs with the new key, the old one opens nothing and can be dropped.'
const keptAdvice = {
  file: 'DATA_DIR/secret.key holds the new key; nothing needs a restart. The old key can be dropped now.',
  database: 'The database holds the new key; nothing needs a restart. The old key can be dropped now.',
}

/** The rotation to continue, started now or by an earlier run; undefined when there is nothing left to do. */
async function prepare(
  { db, config }: Ctx,
  keys: Keys,
  { to, next }: { to: string; next: KeySet },
  say: Say,
): Promise<Rotation | undefined> {
  const rotations = (await refreshKeys(db, keys)) ?? []
  const open = rotations.find(({ is_complete }) => !is_complete)
  if (open && open.key_id !== next.id)
    throw new RotationError('A rotation to another key has started: finish it first, with that key')
  if (open) {
    say('Continuing the rotation that was started earlier.')
    return open
  }
  if (keys.current.id === next.id) {
    const total = await verifyAll(db, next)
    say(`The key is in use already: all ${total} sealed values open with it.`)
    return undefined
  }
  if (rotations.some(({ key_id }) => key_id === next.id))
    throw new RotationError('This key was used before: choose a new one')
  if (rotations.some(({ key_for_previous }) => key_for_previous !== null))
    throw new RotationError(
      'Some node was started with the key before the present one: set SECRET_KEY on every node, restart them, and try again in a minute',
    )
  await announce(db, keys.current, { old: await currentSecret(db, config, keys), new: to })
  say('The new key is announced to every node.')
  return (await refreshKeys(db, keys))!.find(({ key_id }) => key_id === next.id)
}

async function currentSecret(db: Db, config: Config, keys: Keys): Promise<string> {
  const secret = await readSecretKey(db, config)
  if (deriveKeySet(secret).id !== keys.current.id)
    throw new RotationError('SECRET_KEY is the key before the present one: run this with the present one')
  return secret
}

async function switchTo(ctx: Ctx, { to, next }: { to: string; next: KeySet }, say: Say): Promise<void> {
  const forDatabase = keySource(ctx.config) === 'database' ? to : undefined
  await transact(ctx, ({ db }) => activate(db, next, forDatabase))
  say('The new key is in use.')
}

/** Once, and only when every node signs with the new key: its checkpoint must be one of the new key. */
const auditRotation = (ctx: Ctx, { id }: KeySet) =>
  transact(ctx, async (ctx) => {
    const isRecorded = await isFound(
      ctx.db,
      sql`select from audit_entries where subject_id = ${id} and subject_type = 'secret_key' limit 1`,
    )
    const changes = isRecorded ? [] : [{ field: 'key_id', from: null, to: id }]
    await record(ctx, id, { subject_type: 'secret_key', action: 'rotated', changes })
  })

/** A checkpoint with the new key covers all entries of older ones. The service seals too; either of them may be first. */
async function sealWithNewKey(ctx: Ctx, keys: Keys, next: KeySet): Promise<void> {
  await until(
    async () => {
      await transact(ctx, (ctx) => sealEntries(ctx, keys)).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
      })
      const signature = await firstValue<string>(
        ctx.db,
        sql`select signature from audit_checkpoints order by position desc limit 1`,
      )
      return signature?.startsWith(`k1_${next.id}_`) ?? false
    },
    () => 'The audit log could not be sealed with the new key: run this again',
  )
}
