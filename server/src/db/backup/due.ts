import { ArchivedLog, isOnLineage } from './archived-log.ts'
import { backupFolder, readManifest } from './manifest.ts'
import type { NewestBackup } from './newest-backup.ts'

interface Schedule {
  backups: NewestBackup
  systemIdentifier: string
  everyMs: number
  now: Date
}

/**
 * A new backup is due when the newest is old, or when the archived log does not continue it. One from the future was made
 * before the clock was set back: its age is not known.
 */
export async function isBackupDue({ backups, systemIdentifier, everyMs, now }: Schedule): Promise<boolean> {
  const newest = await backups.find(systemIdentifier)
  if (!newest) return true
  const age = now.getTime() - new Date(newest.started_at).getTime()
  if (age < 0 || age >= everyMs) return true
  const log = await ArchivedLog.open(backups.backupDir, systemIdentifier)
  const lineage = await log.lineage()
  if (!isOnLineage(newest, lineage)) return true
  const manifest = await readManifest(backupFolder(backups.backupDir, newest.id)).catch(() => undefined)
  return !manifest || log.continuing(manifest, lineage).missing !== undefined
}
