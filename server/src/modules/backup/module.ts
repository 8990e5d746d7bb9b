import { Counter, Gauge, type Registry } from 'prom-client'
import { newestBackupTime } from '../../db/backup/manifest.ts'
import { second } from '../../kernel/durations.ts'
import type { Deps, Module } from '../../module.ts'
import { startArchiving } from './archiving.ts'
import { scheduledBackup } from './schedule.ts'

interface BackupDeps extends Pick<Deps, 'config' | 'makeCtx'> {
  registry: Registry
}

export function open({ config, makeCtx, registry }: BackupDeps): Module {
  const failures = new Counter({
    name: 'mainstay_backup_failures_total',
    help: 'Scheduled backups that failed',
    registers: [registry],
  })
  if (config.database_url) return { jobs: [scheduledBackup(() => failures.inc())] }
  const newest = (at: Date | undefined) => (at ? (Date.now() - at.getTime()) / second : Number.NaN)
  new Gauge({
    name: 'mainstay_backup_age_seconds',
    help: 'Age of the newest complete backup in BACKUP_DIR; NaN without one',
    registers: [registry],
    async collect() {
      this.set(newest(await newestBackupTime(config.backup_dir)))
    },
  })
  let archivedAt: Date | undefined
  new Gauge({
    name: 'mainstay_wal_archive_age_seconds',
    help: 'Time since all changes were last archived; NaN when they are not',
    registers: [registry],
    collect() {
      this.set(newest(archivedAt))
    },
  })
  return {
    jobs: [scheduledBackup(() => failures.inc())],
    workers: async () => [await startArchiving(makeCtx, () => (archivedAt = makeCtx().now))],
  }
}
