import { sql } from 'kysely'
import { BackupRunning } from '../../db/backup/backup-session.ts'
import { isBackupDue } from '../../db/backup/due.ts'
import type { NewestBackup } from '../../db/backup/newest-backup.ts'
import { takeBackup } from '../../db/backup/take-backup.ts'
import { transact, type Ctx } from '../../db/ctx.ts'
import { runningUrl } from '../../db/embedded/attach.ts'
import { onlyValue } from '../../db/rows.ts'
import { keySource, secretKeyFile } from '../../db/secret-key.ts'
import { finish } from '../../jobs/queue.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { hour, second } from '../../kernel/durations.ts'

/** Checks every few seconds whether a backup is due. Without a schedule it does nothing, but still handles queued jobs. */
export const scheduledBackup = (backups: NewestBackup, onFailure: () => void): JobHandler => ({
  type: 'scheduled-backup',
  concurrency: 1,
  every: 10 * second,
  run: async (ctx, job) => {
    try {
      if (await isDue(ctx, backups)) await backUp(ctx, job.signal)
    } catch (error) {
      job.signal.throwIfAborted()
      // An operator's own is no failure. Whether one is still due is checked again soon.
      if (!(error instanceof BackupRunning)) {
        onFailure()
        throw new Error(`The scheduled backup failed: ${(error as Error).message}`, { cause: error })
      }
    }
    await transact(ctx, (ctx) => finish(ctx, job))
  },
})

async function isDue({ db, config, now }: Ctx, backups: NewestBackup): Promise<boolean> {
  if (config.database_url || config.backup_every_hours === 0) return false
  const systemIdentifier = await onlyValue<string>(
    db,
    sql`select system_identifier::text from pg_control_system()`,
  )
  const everyMs = config.backup_every_hours * hour
  return isBackupDue({ backups, systemIdentifier, everyMs, now })
}

async function backUp({ config, log }: Ctx, signal: AbortSignal): Promise<void> {
  const { id, size, compressed_size } = await takeBackup({
    url: runningUrl(config.data_dir),
    dataDir: config.data_dir,
    backupDir: config.backup_dir,
    secretKeyFile: keySource(config) === 'file' ? secretKeyFile(config) : undefined,
    keep: config.backup_keep,
    say: (line) => log.debug(line),
    warn: (line) => log.warn(line),
    signal,
  })
  log.info({ backup: id, size, compressed_size }, 'backup made and verified')
}
