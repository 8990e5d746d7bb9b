import { createWriteStream, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { copyFile, chmod, mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { version } from '../../version.ts'
import { archiveHistories } from './archive-log.ts'
import { BackupError, BackupSession, type BackupStart } from './backup-session.ts'
import { listClusterFiles } from './cluster-files.ts'
import { publish, syncFolder, writeDurably } from '../embedded/durable-files.ts'
import {
  archiveFolder,
  backupFolder,
  baseFile,
  keyFile,
  makeId,
  manifestFile,
  temporaryFolder,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts'
import { removeLeftovers, removeOldBackups } from './retention.ts'
import { writeEnd, writeFile, writeFolder } from './tar.ts'
import { verifyBackup } from './verify-backup.ts'
import { segmentName, segmentNumber, timelineOf } from './wal-names.ts'

export interface BackupOrder {
  /** Address of the running PostgreSQL. */
  url: string
  dataDir: string
  backupDir: string
  /** DATA_DIR/secret.key, unless the operator keeps the key in SECRET_KEY. */
  secretKeyFile: string | undefined
  /** How many backups of this cluster are kept, including the new one. */
  keep: number
  say: (line: string) => void
  /** For what needs someone's attention, although the backup succeeds. */
  warn: (line: string) => void
  signal?: AbortSignal
}

/**
 * Copies the files of the running cluster between the start and the end of a PostgreSQL backup, with the log that was
 * written in between: together they are consistent. It gets its final name only after everything is on disk and was read
 * back, so an interrupted backup is never offered.
 */
export async function takeBackup(order: BackupOrder): Promise<Manifest> {
  await mkdir(order.backupDir, { recursive: true, mode: 0o700 })
  const session = await BackupSession.open(order.url)
  try {
    const start = await session.start()
    const { system_identifier } = start
    await removeLeftovers(order.backupDir, system_identifier).catch(warnOf(order))
    const id = makeId(start.started_at)
    const final = backupFolder(order.backupDir, id)
    const partial = temporaryFolder(order.backupDir, { id, system_identifier }, 'partial')
    await mkdir(partial, { mode: 0o700 })
    try {
      const manifest = await fill(partial, id, start, session, order)
      await publish(partial, final)
      const { backupDir, keep, warn } = order
      await removeOldBackups(backupDir, system_identifier, keep, warn).catch(warnOf(order))
      return manifest
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      throw error
    }
  } finally {
    await session.close()
  }
}

/** What is left over costs space; without a backup, data would be lost. The next backup tries again. */
const warnOf = (order: BackupOrder) => (error: Error) =>
  order.warn(`Old backups could not be removed: ${error.message}`)

async function fill(
  folder: string,
  id: string,
  start: BackupStart,
  session: BackupSession,
  order: BackupOrder,
): Promise<Manifest> {
  const cluster = realpathSync(path.join(order.dataDir, 'postgres'))
  const keyBefore = readKey(order.secretKeyFile)
  const out = createGzip({ level: 1 })
  const writing = pipeline(
    out,
    createWriteStream(baseFile(folder), { flags: 'wx', mode: 0o600, flush: true }),
  )
  writing.catch(() => undefined) // also reported to the next write, or below
  const files = await copyCluster(out, cluster, order)
  const { stop_lsn, stop_wal, label, finished_at } = await session.stop()
  files.push(...(await copyLog(out, cluster, start.start_wal, stop_wal)))
  await archiveHistories(
    path.join(cluster, 'pg_wal'),
    archiveFolder(order.backupDir, start.system_identifier),
  )
  files.push(await copyBytes(out, 'backup_label', Buffer.from(label)))
  await writeEnd(out)
  out.end()
  await writing
  const has_secret_key = await copySecretKey(folder, order.secretKeyFile)
  if (has_secret_key && readKey(keyFile(folder)) !== keyBefore)
    throw new BackupError('The secret key was replaced during the backup: try again')
  const manifest: Manifest = {
    format: 1,
    id,
    ...start,
    started_at: start.started_at.toISOString(),
    finished_at: finished_at.toISOString(),
    service_version: version,
    timeline: timelineOf(start.start_wal),
    stop_lsn,
    has_secret_key,
    size: files.reduce((sum, { size }) => sum + size, 0),
    compressed_size: statSync(baseFile(folder)).size,
    files,
  }
  order.say('Reading the backup back to verify it ...')
  await verifyBackup(folder, manifest, order.signal)
  await writeDurably(manifestFile(folder), JSON.stringify(manifest, undefined, 1))
  return manifest
}

async function copyCluster(out: Gzip, cluster: string, order: BackupOrder): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = []
  const progress = makeProgress(order.say)
  for (const { name, isFolder } of await listClusterFiles(cluster)) {
    order.signal?.throwIfAborted()
    if (isFolder) await writeFolder(out, name)
    else {
      const copied = await copyIfThere(out, cluster, name)
      if (copied) files.push(copied)
      progress(copied?.size ?? 0)
    }
  }
  return files
}

/** The file of a table that was dropped in between is missing; the log contains the drop. */
async function copyIfThere(out: Gzip, cluster: string, name: string): Promise<BackedUpFile | undefined> {
  const handle = await open(path.join(cluster, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return handle && copyOpened(out, name, handle)
}

async function copyOpened(out: Gzip, name: string, handle: FileHandle): Promise<BackedUpFile> {
  try {
    const { size } = await handle.stat()
    return { name, size, sha256: await writeFile(out, name, size, chunksOf(handle, size)) }
  } finally {
    await handle.close()
  }
}

/** Most of a cluster's files are small: a stream would allocate its whole buffer for each of them. */
async function* chunksOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(Math.min(left, mebibyte)) })
    if (bytesRead === 0) return
    left -= bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function copyBytes(out: Gzip, name: string, bytes: Buffer): Promise<BackedUpFile> {
  return { name, size: bytes.length, sha256: await writeFile(out, name, bytes.length, [bytes]) }
}

/** The log written during the backup; without it the copied files are inconsistent. */
async function copyLog(out: Gzip, cluster: string, first: string, last: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = []
  for (let number = segmentNumber(first); number <= segmentNumber(last); number++) {
    const name = `pg_wal/${segmentName(timelineOf(first), number)}`
    files.push(await copyOpened(out, name, await open(path.join(cluster, name))))
  }
  const history = `pg_wal/${first.slice(0, 8)}.history`
  if (existsSync(path.join(cluster, history)))
    files.push(await copyBytes(out, history, await readFile(path.join(cluster, history))))
  return files
}

const readKey = (file: string | undefined) =>
  file && existsSync(file) ? readFileSync(file, 'utf8') : undefined

async function copySecretKey(folder: string, file: string | undefined): Promise<boolean> {
  if (!file || !existsSync(file)) return false
  await copyFile(file, keyFile(folder))
  await chmod(keyFile(folder), 0o600)
  await syncFolder(keyFile(folder))
  return true
}

const mebibyte = 2 ** 20

function makeProgress(say: (line: string) => void) {
  let copied = 0
  let reportedAt = performance.now()
  return (bytes: number) => {
    copied += bytes
    if (performance.now() - reportedAt < 5000) return
    reportedAt = performance.now()
    say(`${Math.round(copied / mebibyte)} MiB copied ...`)
  }
}
