import { ArchivedLog, isOnLineage, type Lineage } from './archived-log.ts'
import { BackupError } from './backup-session.ts'
import { backupFolder, listBackupIds, listBackups, readManifest, type Manifest } from './manifest.ts'

export interface RestoreChoice {
  backup: Manifest
  log: ArchivedLog
  lineage: Lineage | undefined
}

interface RestorePoint {
  at?: Date | undefined
  id?: string | undefined
}

/** The newest backup before the requested point that the newest timeline continues, or the one that is named. */
export async function chooseBackup(
  backupDir: string,
  { at, id }: RestorePoint,
  warn: (problem: string) => void,
): Promise<RestoreChoice> {
  const backups = await listBackups(backupDir, warn)
  // Fails with what is wrong with it.
  if (id && (await listBackupIds(backupDir)).includes(id)) await readManifest(backupFolder(backupDir, id))
  if (backups.length === 0)
    throw new BackupError(`There is no backup in ${backupDir}: set BACKUP_DIR to the folder that holds them`)
  if (at && at > new Date()) throw new BackupError('--at is in the future')
  const isSuitable = (backup: Manifest) => (id ? backup.id === id : !at || new Date(backup.finished_at) <= at)
  for (const backup of backups.filter(isSuitable).toReversed()) {
    const log = await ArchivedLog.open(backupDir, backup.system_identifier)
    const lineage = await log.lineage()
    if (id || isOnLineage(backup, lineage)) return { backup, log, lineage }
  }
  throw new BackupError(
    id
      ? `There is no backup ${id}: choose one of ${backups.map((backup) => backup.id).join(', ')}`
      : `No backup was finished by then: the oldest one was finished at ${backups[0]!.finished_at}`,
  )
}
