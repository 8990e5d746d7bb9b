import { copyFileSync, chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig, type Config } from './config.ts'
import { BackupError } from './db/backup/backup-session.ts'
import { chooseBackup, type RestoreChoice } from './db/backup/choose-backup.ts'
import { backupFolder, keyFile, manifestFile, readManifest } from './db/backup/manifest.ts'
import { recoverCluster } from './db/backup/recover.ts'
import { countRows } from './db/backup/count-rows.ts'
import { skipNumbers, skippedRecords } from './db/backup/skip-numbers.ts'
import { transact, type Db } from './db/ctx.ts'
import { refuseRunning, startForCommand } from './db/embedded/command-server.ts'
import { isCopyOfPrograms } from './db/embedded/copied-binaries.ts'
import { clearStaging, isHalfReplaced, replaceCluster } from './db/embedded/replace-cluster.ts'
import { refuseForeignRoot } from './db/embedded/owner.ts'
import { readSystemIdentifier } from './db/embedded/system-identifier.ts'
import { openKeys, secretKeyFile } from './db/secret-key.ts'
import { record } from './events/journal.ts'
import type { Keys } from './kernel/crypto.ts'
import { withCommandCtx } from './make-ctx.ts'
import { verify } from './modules/audit/verify.ts'

type Say = (line: string) => void

const log = pino({ level: 'silent' })

interface RestoreOptions {
  /** A point in time, ISO 8601 with its zone. */
  at?: string | undefined
  /** The path of a backup, for an empty DATA_DIR. */
  from?: string | undefined
  /** The name of a backup in BACKUP_DIR. */
  backup?: string | undefined
}

/**
 * The command: makes the database of DATA_DIR what it was at a point in time. The restored one is verified before it
 * replaces the current one, which is moved aside and kept.
 */
export async function restore(
  env: Record<string, string | undefined>,
  options: RestoreOptions,
  say: Say,
): Promise<void> {
  const set = readConfig(env)
  if (set.database_url)
    throw new BackupError('DATABASE_URL is set, and only the embedded database is restored: unset it')
  const at = parseTime(options.at)
  refuseForeignRoot(set.data_dir)
  const { id, ...place } = await placeOf(set, options)
  const config = { ...set, ...place }
  await refuseRunning(config.data_dir, log)
  const systemIdentifier = readSystemIdentifier(config.data_dir)
  const choice = await chooseBackup(config.backup_dir, { at, id, systemIdentifier }, say)
  const staging = path.join(config.data_dir, stagingFolder)
  clearStaging(staging)
  await recoverCluster({ ...choice, at, backupDir: config.backup_dir, dataDir: staging, say })
  placeSecretKey(config, choice, staging)
  await verifyRestored(config, staging, choice, at, say)
  await refuseRunning(config.data_dir, log)
  const aside = replaceCluster(config.data_dir, staging, 'restore')
  say(
    aside
      ? `The previous database is in ${aside}; delete it when you no longer need it.`
      : 'DATA_DIR was empty.',
  )
  if (config.audit_anchor_file)
    say(`Move ${config.audit_anchor_file} away and keep it: it may contain later audit entries.`)
  say('Restored. Start the service.')
}

/** Also what an interrupted restore leaves behind. */
const stagingFolder = 'restoring'

/** Which backup is restored, and from which folder. */
async function placeOf({ data_dir, backup_dir }: Config, { from, backup }: RestoreOptions) {
  if (from === undefined) return { id: backup, backup_dir }
  if (backup !== undefined) throw new BackupError('--from and --backup exclude each other')
  const folder = path.resolve(from)
  if (!existsSync(manifestFile(folder)))
    throw new BackupError(`${folder} is not a backup: give the path that the command backup has printed`)
  // After an interruption it holds a part of the backup, or a database that is about to be moved aside. A disk of its own
  // has a folder for lost files, and a service that was started on it without success leaves PostgreSQL's programs.
  const isEmpty =
    !existsSync(data_dir) ||
    readdirSync(data_dir).every(
      (name) => [stagingFolder, 'lost+found'].includes(name) || isCopyOfPrograms(name),
    )
  if (!isEmpty && !isHalfReplaced(data_dir))
    throw new BackupError(
      `${data_dir} is not empty: set DATA_DIR to an empty folder, or leave --from out to replace the database`,
    )
  const { id } = await readManifest(folder)
  if (id !== path.basename(folder))
    throw new BackupError(`${folder} is backup ${id} under another name: rename the folder to ${id}`)
  return { id, backup_dir: path.dirname(folder) }
}

function parseTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = new Date(text)
  if (!isWhole || Number.isNaN(at.getTime()))
    throw new BackupError('--at takes a time with its zone, such as 2026-11-15T10:00Z')
  return at
}

/** The key of the backup, or that of DATA_DIR when the backup has none. */
function placeSecretKey(config: Config, { backup }: RestoreChoice, staging: string): void {
  const present = secretKeyFile(config)
  const source = backup.has_secret_key ? keyFile(backupFolder(config.backup_dir, backup.id)) : present
  if (!config.secret_key && existsSync(source)) copySecretKey(source, staging)
}

function copySecretKey(source: string, staging: string): void {
  mkdirSync(staging, { recursive: true })
  copyFileSync(source, path.join(staging, 'secret.key'))
  chmodSync(path.join(staging, 'secret.key'), 0o600)
}

/** After a rotation that is newer than the backup, the key is the one in DATA_DIR. */
async function openRestoredKeys(db: Db, config: Config, staging: string): Promise<Keys> {
  const restored = { ...config, data_dir: staging }
  try {
    return await openKeys(db, restored)
  } catch (error) {
    const present = secretKeyFile(config)
    if (config.secret_key || !existsSync(present)) throw error
    copySecretKey(present, staging)
    return openKeys(db, restored)
  }
}

/** Reads every row, walks the audit chain, skips numbers, and leaves an audit entry that says what was restored. */
async function verifyRestored(
  config: Config,
  staging: string,
  { backup }: RestoreChoice,
  at: Date | undefined,
  say: Say,
): Promise<void> {
  const server = await startForCommand(staging, log)
  try {
    const tables = await countRows(server.url)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Verified: all ${rows} rows of ${tables.length} tables are readable.`)
    await withCommandCtx(config, server.url, log, async (ctx) => {
      const keys = await openRestoredKeys(ctx.db, config, staging)
      const { valid, sealed, unsealed, first_broken } = await verify(ctx.db, keys)
      if (!valid)
        throw new Error(
          `The audit log of the restored database is broken at entry ${first_broken?.entry}: ${first_broken?.reason}. It is in ${staging}; nothing was replaced`,
        )
      say(`Verified: the audit log is intact (${sealed} entries sealed, ${unsealed} not yet).`)
      await skipNumbers(ctx.db)
      say(
        `New records get numbers ${skippedRecords} higher, so that the number of a lost one is not used again.`,
      )
      const point = at?.toISOString() ?? 'the newest archived change'
      await transact(ctx, (ctx) =>
        record(ctx, backup.id, {
          subject_type: 'database',
          action: 'restored',
          changes: [{ field: 'restored_to', from: null, to: point }],
        }),
      )
    })
  } finally {
    await server.stop()
  }
}
