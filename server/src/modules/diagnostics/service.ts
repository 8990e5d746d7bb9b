import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { NewestBackup } from '../../db/backup/newest-backup.ts'
import { offsetOf } from '../../db/clock.ts'
import type { Ctx, Db } from '../../db/ctx.ts'
import { ourMigrations } from '../../db/migrate.ts'
import { version } from '../../version.ts'
import { findingsOf } from './findings.ts'
import type { Diagnostics, Facts } from './model.ts'
import * as store from './store.ts'

export async function diagnose(ctx: Ctx): Promise<Diagnostics> {
  const facts = await readFacts(ctx)
  return { findings: findingsOf(facts), ...facts }
}

async function readFacts({ db, config, now }: Ctx): Promise<Facts> {
  // Before the queries, whose time would count as a difference.
  const clock = { offset_ms: offsetOf(now) }
  const begin = performance.now()
  const applied = await store.readMigrations(db)
  const latency_ms = Math.round((performance.now() - begin) * 10) / 10
  const [facts, queue, disk, backups] = await Promise.all([
    store.readDatabase(db),
    store.readQueue(db),
    diskOf(config),
    backupsOf(db, config),
  ])
  return {
    version,
    time: now.toISOString(),
    database: { kind: config.database_url ? 'external' : 'embedded', ...facts, latency_ms },
    migrations: {
      applied: applied.length,
      latest: applied.at(-1) ?? '',
      pending: ourMigrations().filter((name) => !applied.includes(name)),
    },
    clock,
    queue,
    disk,
    backups,
  }
}

async function diskOf({ database_url, data_dir }: Config): Promise<Facts['disk']> {
  if (database_url) return null
  // Where the database is: it may be elsewhere, behind a link.
  const { bavail, blocks, bsize } = await statfs(path.join(data_dir, 'postgres'))
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

async function backupsOf(db: Db, config: Config): Promise<Facts['backups']> {
  const is_supported = !config.database_url
  const newest = is_supported ? await newestBackupOf(config) : { newest_at: null, error: null }
  const archives_changes = is_supported && config.backup_wal_seconds > 0
  return {
    is_supported,
    every_hours: config.backup_every_hours,
    ...newest,
    archives_changes,
    unarchived_seconds: archives_changes ? await store.readUnarchivedSeconds(db) : 0,
  }
}

/** Diagnostics are read when something is broken, so a broken folder is a result and not a failure. */
async function newestBackupOf({ backup_dir, data_dir }: Config) {
  try {
    const newest = await new NewestBackup(backup_dir).time(data_dir)
    return { newest_at: newest?.toISOString() ?? null, error: null }
  } catch (error) {
    return { newest_at: null, error: (error as Error).message }
  }
}
