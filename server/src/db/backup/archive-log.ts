import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type pg from 'pg'
import { withSession } from '../session.ts'
import { writeDurably } from '../embedded/durable-files.ts'
import { archiveFolder } from './manifest.ts'
import {
  formatLsn,
  isHistory,
  isSegment,
  segmentNumber,
  segmentOf,
  segmentSize,
  timelineOf,
} from './wal-names.ts'

/** While this replication slot exists, PostgreSQL keeps the log that is not archived yet. */
export const archiveSlot = 'mainstay_archive'

interface LogState {
  system_identifier: string
  flushed: string
  current: string
  kept_from: string | null
}

/**
 * Copies every finished segment of the write-ahead log to the archive, after finishing the current one. Only then may
 * PostgreSQL delete them. It is safe to interrupt this at any point and to run it again.
 */
export async function archiveLog(url: string, cluster: string, backupDir: string): Promise<void> {
  await withSession(url, 'archive', async (client) => {
    await client.query('select pg_switch_wal()')
    const state = await readState(client)
    const isNew = state.kept_from === null
    if (isNew) await client.query('select pg_create_physical_replication_slot($1, true)', [archiveSlot])
    const folder = archiveFolder(backupDir, state.system_identifier)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const log = path.join(cluster, 'pg_wal')
    const end = segmentOf(state.flushed)
    const first = isNew ? 0 : segmentOf(state.kept_from!)
    const isFinished = (name: string) =>
      isSegment(name) &&
      timelineOf(name) === timelineOf(state.current) &&
      segmentNumber(name) >= first &&
      segmentNumber(name) < end
    await archiveHistories(log, folder)
    for (const name of (await readdir(log)).toSorted())
      if (isFinished(name)) await archiveFile(path.join(log, name), folder)
    await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [
      archiveSlot,
      formatLsn(BigInt(end) * BigInt(segmentSize)),
    ])
  })
}

/** Each backup does this too, so that a later restore does not use the number of its timeline again. */
export async function archiveHistories(log: string, folder: string): Promise<void> {
  const names = (await readdir(log)).filter(isHistory)
  if (names.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of names) await archiveFile(path.join(log, name), folder)
}

async function readState(client: pg.Client): Promise<LogState> {
  const { rows } = await client.query<LogState>(
    `select (select system_identifier::text from pg_control_system()),
       pg_current_wal_flush_lsn()::text as flushed, pg_walfile_name(pg_current_wal_flush_lsn()) as current,
       (select restart_lsn::text from pg_replication_slots where slot_name = $1) as kept_from`,
    [archiveSlot],
  )
  return rows[0]!
}

async function archiveFile(file: string, folder: string): Promise<void> {
  const target = path.join(folder, `${path.basename(file)}.gz`)
  const content = await readFile(file)
  if (!existsSync(target)) return writeDurably(target, await promisify(gzip)(content, { level: 1 }))
  const archived = await promisify(gunzip)(await readFile(target))
  if (!archived.equals(content))
    throw new Error(
      `${target} holds the log of another service on a copy of this database: give each its own BACKUP_DIR`,
    )
}

/** Without the archive, the slot would make PostgreSQL keep its log forever. */
export const stopArchiving = (url: string) =>
  withSession(url, 'archive', async (client) => {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
      [archiveSlot],
    )
  })
