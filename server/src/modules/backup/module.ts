import { Counter, Gauge, type Registry } from 'prom-client'
import { NewestBackup } from '../../db/backup/newest-backup.ts'
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
  const isEmbedded = !config.database_url
  const backups = new NewestBackup(config.backup_dir)
  new Gauge({
    name: 'mainstay_backup_age_seconds',
    help: 'Age of the newest complete backup of this database in BACKUP_DIR; absent if none can be read',
    registers: [registry],
    aggregator: 'min',
    async collect() {
      // A folder that cannot be read must not hide the other metrics; the scheduled backup reports it.
      const newest = isEmbedded ? await backups.time(config.data_dir).catch(() => undefined) : undefined
      showAge(this, newest)
    },
  })
  let archivedAt: Date | undefined
  new Gauge({
    name: 'mainstay_wal_archive_age_seconds',
    help: 'Time since all changes were last archived, or since the start; absent when they are not',
    registers: [registry],
    aggregator: 'min',
    collect() {
      showAge(this, archivedAt)
    },
  })
  return {
    jobs: [scheduledBackup(backups, () => failures.inc())],
    ...(isEmbedded && {
      machineLoops: async () => [await startArchiving(makeCtx, () => (archivedAt = makeCtx().now))],
    }),
  }
}

/** Without a time the metric has no value, also in the processes of a machine that do not archive. */
function showAge(gauge: Gauge, at: Date | undefined): void {
  if (at) gauge.set((Date.now() - at.getTime()) / second)
  else gauge.remove()
}
