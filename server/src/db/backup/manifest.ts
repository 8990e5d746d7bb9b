import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseLsn } from './wal-names.ts'

export interface BackedUpFile {
  name: string
  size: number
  sha256: string
}

/** The contents of a backup. Written last: a folder without it is not a backup. */
export interface Manifest {
  format: 1
  id: string
  /** By the clock of the database. */
  started_at: string
  finished_at: string
  service_version: string
  postgres_version: number
  system_identifier: string
  timeline: number
  start_lsn: string
  stop_lsn: string
  start_wal: string
  /** Whether the folder holds DATA_DIR/secret.key too; not when SECRET_KEY was set. */
  has_secret_key: boolean
  size: number
  compressed_size: number
  files: BackedUpFile[]
}

/** The files are the bulk of a manifest: megabytes for some hundred backups. */
export type BackupSummary = Omit<Manifest, 'files'>

export const baseFile = (folder: string) => path.join(folder, 'base.tar.gz')
export const manifestFile = (folder: string) => path.join(folder, 'manifest.json')
export const keyFile = (folder: string) => path.join(folder, 'secret.key')
export const backupFolder = (backupDir: string, id: string) => path.join(backupDir, id)
/** The name of one that is being made or removed; with its cluster, because others may share the folder. */
export const temporaryFolder = (
  backupDir: string,
  { id, system_identifier }: Pick<Manifest, 'id' | 'system_identifier'>,
  state: 'partial' | 'removing',
) => path.join(backupDir, `${id}.${system_identifier}.${state}`)

/** Where the write-ahead log of a cluster goes. Clusters that share BACKUP_DIR use the same segment names. */
export const archiveFolder = (backupDir: string, systemIdentifier: string) =>
  path.join(backupDir, `wal-${systemIdentifier}`)

const isId = (name: string) => /^\d{8}T\d{9}Z$/.test(name)

export const makeId = (at: Date) => at.toISOString().replaceAll(/[-:.]/g, '')

/** Complete backups. An interrupted one still has its temporary name. */
export async function listBackupIds(backupDir: string): Promise<string[]> {
  if (!existsSync(backupDir)) return []
  const names = await readdir(backupDir)
  return names
    .filter((name) => isId(name) && existsSync(manifestFile(backupFolder(backupDir, name))))
    .toSorted()
}

/**
 * Oldest first, by position in the log, because the clock may have been set back between two backups. One whose manifest
 * cannot be read is reported and left out: the others are still good.
 */
export async function listBackups(backupDir: string, report: (problem: string) => void): Promise<Manifest[]> {
  const ids = await listBackupIds(backupDir)
  const read = (id: string) =>
    readManifest(backupFolder(backupDir, id)).catch((error: Error) => {
      report(error.message)
      return undefined
    })
  const manifests = await Promise.all(ids.map(read))
  return manifests.filter((manifest) => manifest !== undefined).toSorted(byPosition)
}

export const byPosition = (a: BackupSummary, b: BackupSummary) =>
  a.timeline - b.timeline || Number(parseLsn(a.start_lsn) - parseLsn(b.start_lsn))

/** Those of one cluster: others may share the folder. */
export async function listBackupsOf(
  systemIdentifier: string,
  backupDir: string,
  report: (problem: string) => void,
): Promise<Manifest[]> {
  const backups = await listBackups(backupDir, report)
  return backups.filter(({ system_identifier }) => system_identifier === systemIdentifier)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestFile(folder)
  const manifest = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Manifest)
    .catch((error: Error) => {
      throw new Error(`${file} cannot be read: ${error.message}`, { cause: error })
    })
  if (manifest.format !== 1)
    throw new Error(`${folder} was written by a newer release: restore it with that release`)
  return manifest
}
