import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { archiveFolder, backupFolder, listBackups, type Manifest } from './manifest.ts'
import { isSegment, segmentNumber } from './wal-names.ts'

/** What an interrupted backup or removal left; only while the lock for backups is held. */
export async function removeLeftovers(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir))
    if (/^\d{8}T\d{9}Z\.(partial|removing)$/.test(name))
      await rm(path.join(backupDir, name), { recursive: true, force: true })
}

/** Keeps the newest backups of a cluster, and the archived log that they need. Those of other clusters are left alone. */
export async function removeOldBackups(
  backupDir: string,
  systemIdentifier: string,
  keep: number,
): Promise<Manifest[]> {
  const own = (await listBackups(backupDir)).filter(
    ({ system_identifier }) => system_identifier === systemIdentifier,
  )
  const old = own.slice(0, -keep)
  for (const { id } of old) {
    // Out of sight first: half of a backup must not look like one.
    const removing = `${backupFolder(backupDir, id)}.removing`
    await rename(backupFolder(backupDir, id), removing)
    await rm(removing, { recursive: true })
  }
  const oldest = own.slice(-keep)[0]
  if (oldest) await removeOldLog(archiveFolder(backupDir, systemIdentifier), oldest.start_wal)
  return old
}

/** Histories stay: they are small, and a later restore must not take a timeline that was used already. */
async function removeOldLog(folder: string, firstNeeded: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    const segment = name.replace(/\.gz$/, '')
    if (isSegment(segment) && segmentNumber(segment) < segmentNumber(firstNeeded))
      await rm(path.join(folder, name))
  }
}
