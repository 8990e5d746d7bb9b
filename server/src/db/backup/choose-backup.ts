import { ArchivedLog, isOnLineage, type Lineage } from './archived-log.ts'
import { BackupRefused } from './backup-session.ts'
import { listBackups, type Manifest } from './manifest.ts'

export interface RestoreChoice {
  backup: Manifest
  log: ArchivedLog
  lineage: Lineage | undefined
}

interface Wish {
  at?: Date | undefined
  id?: string | undefined
}

/** The newest backup that leads to the wished point; only what the newest timeline continues, unless one is named. */
export async function chooseBackup(backupDir: string, { at, id }: Wish): Promise<RestoreChoice> {
  const backups = await listBackups(backupDir)
  if (backups.length === 0)
    throw new BackupRefused(
      `There is no backup in ${backupDir}: set BACKUP_DIR to the folder that holds them`,
    )
  if (at && at > new Date()) throw new BackupRefused('--at lies in the future')
  const isWished = (backup: Manifest) => (id ? backup.id === id : !at || new Date(backup.finished_at) <= at)
  for (const backup of backups.filter(isWished).toReversed()) {
    const log = await ArchivedLog.open(backupDir, backup.system_identifier)
    const lineage = await log.lineage()
    if (id || isOnLineage(backup, lineage)) return { backup, log, lineage }
  }
  throw new BackupRefused(
    id
      ? `There is no backup ${id}: choose one of ${backups.map((backup) => backup.id).join(', ')}`
      : `No backup was finished by then: the oldest one reaches back to ${backups[0]!.finished_at}`,
  )
}
