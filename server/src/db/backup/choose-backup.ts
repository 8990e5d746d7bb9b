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
  /** Of the cluster that is replaced, if there is one. */
  systemIdentifier?: string | undefined
}

/**
 * The newest backup of the cluster before the requested point that the newest timeline continues, or the one that is
 * named.
 */
export async function chooseBackup(
  backupDir: string,
  { at, id, systemIdentifier }: RestorePoint,
  warn: (problem: string) => void,
): Promise<RestoreChoice> {
  const all = await listBackups(backupDir, warn)
  // Fails with what is wrong with it.
  if (id && (await listBackupIds(backupDir)).includes(id)) await readManifest(backupFolder(backupDir, id))
  if (all.length === 0)
    throw new BackupError(`There is no backup in ${backupDir}: set BACKUP_DIR to the folder that holds them`)
  if (at && at > new Date()) throw new BackupError('--at is in the future')
  const backups = id ? all : ofOneCluster(backupDir, all, systemIdentifier)
  const isSuitable = (backup: Manifest) => (id ? backup.id === id : !at || new Date(backup.finished_at) <= at)
  for (const backup of backups.filter(isSuitable).toReversed()) {
    if (at && new Date(backup.finished_at) > at)
      throw new BackupError(
        `Backup ${backup.id} was finished at ${backup.finished_at}, after --at: choose a later time, or an earlier backup`,
      )
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

/** Services may share a folder, and a database must not be replaced with that of another one unasked. */
function ofOneCluster(backupDir: string, backups: Manifest[], own: string | undefined): Manifest[] {
  const newest = new Map(backups.map(({ system_identifier, id }) => [system_identifier, id]))
  if (own === undefined && newest.size === 1) return backups
  if (own !== undefined && newest.has(own))
    return backups.filter(({ system_identifier }) => system_identifier === own)
  const problem =
    own === undefined
      ? `${backupDir} holds backups of several databases`
      : `No backup in ${backupDir} is of the database in DATA_DIR`
  throw new BackupError(`${problem}: name one with --backup, such as ${[...newest.values()].join(' or ')}`)
}
