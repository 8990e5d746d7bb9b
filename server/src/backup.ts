import path from 'node:path'
import { pino } from 'pino'
import { readConfig, type Config } from './config.ts'
import { attachEmbedded } from './db/embedded/attach.ts'
import { BackupError } from './db/backup/backup-session.ts'
import { backupFolder } from './db/backup/manifest.ts'
import { takeBackup } from './db/backup/take-backup.ts'
import { keySource, secretKeyFile } from './db/secret-key.ts'

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

interface BackupOptions {
  /** A folder instead of BACKUP_DIR; older backups in it are kept. */
  to?: string | undefined
}

/**
 * The command: backs up the embedded database of a running service, or of one that is stopped. The last line is the path of
 * the backup.
 */
export async function backUp(
  env: Record<string, string | undefined>,
  { to }: BackupOptions,
  say: (line: string) => void,
): Promise<void> {
  const config = readConfig(env)
  refuseUrl(config)
  const backupDir = to === undefined ? config.backup_dir : path.resolve(to)
  const begin = performance.now()
  const embedded = await attachEmbedded(config.data_dir, pino({ level: 'silent' }))
  try {
    const manifest = await takeBackup({
      url: embedded.url,
      dataDir: config.data_dir,
      backupDir,
      secretKeyFile: keySource(config) === 'file' ? secretKeyFile(config) : undefined,
      keep: to === undefined ? config.backup_keep : Infinity,
      say,
      warn: say,
    })
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    say(
      `Backed up and verified: ${manifest.files.length} files, ${mebibytes(manifest.size)}, compressed ${mebibytes(manifest.compressed_size)}, in ${seconds} s`,
    )
    say(manifest.has_secret_key ? keyIncluded : keyNotIncluded)
    say(backupFolder(backupDir, manifest.id))
  } finally {
    await embedded.stop()
  }
}

const keyIncluded = 'It contains the secret key: anyone who can read it can read every secret of the service.'
const keyNotIncluded =
  'It does not contain the secret key: keep SECRET_KEY yourself, nothing can be decrypted without it.'

function refuseUrl({ database_url }: Config): void {
  if (database_url)
    throw new BackupError(
      "DATABASE_URL is set: back that database up with PostgreSQL's own tools (pg_basebackup, pg_dump), see docs/operations.md",
    )
}
