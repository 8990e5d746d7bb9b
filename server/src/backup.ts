import { pino } from 'pino'
import { readConfig, type Config } from './config.ts'
import { attachEmbedded } from './db/embedded/attach.ts'
import { BackupError } from './db/backup/backup-session.ts'
import { backupFolder } from './db/backup/manifest.ts'
import { takeBackup } from './db/backup/take-backup.ts'
import { keySource, secretKeyFile } from './db/secret-key.ts'

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/** The command: backs up the embedded database of a running service, or of one that is stopped. */
export async function backUp(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<void> {
  const config = readConfig(env)
  refuseUrl(config)
  const begin = performance.now()
  const embedded = await attachEmbedded(config.data_dir, pino({ level: 'silent' }))
  try {
    const manifest = await takeBackup({
      url: embedded.url,
      dataDir: config.data_dir,
      backupDir: config.backup_dir,
      secretKeyFile: keySource(config) === 'file' ? secretKeyFile(config) : undefined,
      keep: config.backup_keep,
      say,
    })
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    say(`Backed up and verified: ${backupFolder(config.backup_dir, manifest.id)}`)
    say(
      `${manifest.files.length} files, ${mebibytes(manifest.size)}, compressed ${mebibytes(manifest.compressed_size)}, in ${seconds} s`,
    )
    say(manifest.has_secret_key ? keyIncluded : keyNotIncluded)
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
