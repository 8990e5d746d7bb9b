import { ArchivedLog, isOnLineage } from './archived-log.ts'
import { listBackups } from './manifest.ts'

interface Schedule {
  backupDir: string
  systemIdentifier: string
  everyMs: number
  now: Date
}

/** A new backup is due when the newest is old, or when the archived log does not continue it. */
export async function isBackupDue({ backupDir, systemIdentifier, everyMs, now }: Schedule): Promise<boolean> {
  // The backup itself reports those that cannot be read; this check runs every few seconds.
  const backups = await listBackups(backupDir, () => undefined)
  const own = backups.filter((each) => each.system_identifier === systemIdentifier)
  const newest = own.at(-1)
  if (!newest || now.getTime() - new Date(newest.started_at).getTime() >= everyMs) return true
  const log = await ArchivedLog.open(backupDir, systemIdentifier)
  const lineage = await log.lineage()
  return !isOnLineage(newest, lineage) || log.continuing(newest, lineage).missing !== undefined
}
