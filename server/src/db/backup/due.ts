import { ArchivedLog, isOnLineage } from './archived-log.ts'
import { listBackupsOf } from './manifest.ts'

interface Schedule {
  backupDir: string
  systemIdentifier: string
  everyMs: number
  now: Date
}

/**
 * A new backup is due when the newest is old, or when the archived log does not continue it. One from the future was made
 * before the clock was set back: its age is not known.
 */
export async function isBackupDue({ backupDir, systemIdentifier, everyMs, now }: Schedule): Promise<boolean> {
  // The backup itself reports those that cannot be read; this check runs every few seconds.
  const newest = (await listBackupsOf(systemIdentifier, backupDir, () => undefined)).at(-1)
  if (!newest) return true
  const age = now.getTime() - new Date(newest.started_at).getTime()
  if (age < 0 || age >= everyMs) return true
  const log = await ArchivedLog.open(backupDir, systemIdentifier)
  const lineage = await log.lineage()
  return !isOnLineage(newest, lineage) || log.continuing(newest, lineage).missing !== undefined
}
