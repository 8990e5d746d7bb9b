import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { archiveFolder, backupFolder, listBackupsOf, temporaryFolder, type Manifest } from './manifest.ts'
import { isSegment, segmentNumber } from './wal-names.ts'

/** Leftovers of an interrupted backup or removal of a cluster; requires its backup lock. */
export async function removeLeftovers(backupDir: string, systemIdentifier: string): Promise<void> {
  const own = new RegExp(`^\\d{8}T\\d{9}Z\\.${systemIdentifier}\\.(partial|removing)$`)
  for (const name of await readdir(backupDir))
    if (own.test(name)) await rm(path.join(backupDir, name), { recursive: true, force: true })
}

/** Keeps the newest backups of a cluster, and the archived log that they need. Other clusters are not touched. */
export async function removeOldBackups(
  backupDir: string,
  systemIdentifier: string,
  keep: number,
  warn: (problem: string) => void,
): Promise<Manifest[]> {
  const own = await listBackupsOf(systemIdentifier, backupDir, warn)
  const [old, kept] = [own.slice(0, -keep), own.slice(-keep)]
  for (const backup of old) {
    // Renamed first, because a half-deleted backup must not look like a complete one.
    const removing = temporaryFolder(backupDir, backup, 'removing')
    await rename(backupFolder(backupDir, backup.id), removing)
    await rm(removing, { recursive: true })
  }
  // Not always that of the oldest backup: a restore to an earlier point continues from a lower position.
  const firstNeeded = Math.min(...kept.map(({ start_wal }) => segmentNumber(start_wal)))
  if (kept.length > 0) await removeOldLog(archiveFolder(backupDir, systemIdentifier), firstNeeded)
  return old
}

/** History files stay: they are small, and a later restore must not reuse a timeline. */
async function removeOldLog(folder: string, firstNeeded: number): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    const segment = name.replace(/\.gz$/, '')
    if (isSegment(segment) && segmentNumber(segment) < firstNeeded) await rm(path.join(folder, name))
  }
}
