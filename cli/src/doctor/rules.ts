import type { Diagnostics, OutboundHealth, OutboundWebhook } from '@mainstay/sdk'
import { bytes, span } from '../output/time.ts'

export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  detail: string
  /** What to do; absent when all is well. */
  advice?: string
}

const hour = 3_600_000
const gibibyte = 2 ** 30

const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail })
const warning = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: 'warning',
  detail,
  advice,
})
const problem = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: 'problem',
  detail,
  advice,
})

export function judgeDatabase({ database }: Diagnostics): Finding {
  const { kind, version, size_bytes, latency_ms, connections, max_connections } = database
  const detail = `${kind} PostgreSQL ${version}, ${bytes(size_bytes)}, ${latency_ms} ms, ${connections} of ${max_connections} connections`
  if (connections > max_connections * 0.9)
    return problem('Database', detail, 'Raise max_connections, or lower DATABASE_POOL_SIZE on every node')
  if (latency_ms > 200)
    return warning('Database', detail, 'A small query is slow: look at load and disk of the database server')
  return ok('Database', detail)
}

export function judgeMigrations({ migrations, version }: Diagnostics): Finding {
  const { applied, latest, pending } = migrations
  if (pending.length > 0)
    return problem(
      'Migrations',
      `${pending.join(', ')} not applied`,
      'Restart the service: it applies them when it starts, and its log says why it could not',
    )
  return ok('Migrations', `${applied} applied, up to ${latest} (release ${version})`)
}

/** Half of the time that the question took is unknown. */
export function judgeClock(diagnostics: Diagnostics, here: number, roundTrip: number): Finding {
  const { offset_ms } = diagnostics.clock
  const apart = Math.max(0, Math.abs(Date.parse(diagnostics.time) - here) - roundTrip)
  const detail = `service and database ${Math.abs(offset_ms)} ms apart, this machine ${Math.round(apart)} ms`
  const advice = 'Let NTP (systemd-timesyncd, chrony) set the clocks: signatures and tokens depend on them'
  if (Math.abs(offset_ms) > 30_000 || apart > 60_000) return problem('Clock', detail, advice)
  if (Math.abs(offset_ms) > 1000 || apart > 5000) return warning('Clock', detail, advice)
  return ok('Clock', detail)
}

export function judgeQueue({ queue }: Diagnostics): Finding {
  const { waiting, oldest_due_seconds, dead, undispatched_events } = queue
  const detail = `${waiting} jobs waiting, the oldest due for ${span(oldest_due_seconds * 1000)}, ${dead} given up, ${undispatched_events} events to dispatch`
  if (oldest_due_seconds > 600 || undispatched_events > 10_000)
    return problem(
      'Queue',
      detail,
      'No node works on jobs: look for errors in the log, and restart the service',
    )
  if (dead > 0)
    return warning(
      'Queue',
      detail,
      'Look for "job" in the log; the metric mainstay_jobs_dead names their type',
    )
  if (oldest_due_seconds > 60)
    return warning('Queue', detail, 'Jobs wait longer than usual: add cores, or nodes (docs/operations.md)')
  return ok('Queue', detail)
}

export function judgeWebhooks(webhooks: OutboundWebhook[], health: OutboundHealth[]): Finding {
  const names = new Map(webhooks.filter(({ active }) => active).map(({ id, name }) => [id, name]))
  const failing = health.filter(({ webhook_id, failed }) => failed > 0 && names.has(webhook_id))
  const waiting = health.reduce((sum, one) => sum + one.waiting, 0)
  if (failing.length === 0) return ok('Webhooks', `${names.size} active, none failing, ${waiting} waiting`)
  const list = failing
    .map(({ webhook_id, failed }) => `${names.get(webhook_id)} (${failed} failed)`)
    .join(', ')
  return warning(
    'Webhooks',
    `failing in the last 24 hours: ${list}`,
    `See why with mainstay webhook deliveries ${failing[0]!.webhook_id} --status failed; then mainstay webhook replay --webhook ${failing[0]!.webhook_id}`,
  )
}

export function judgeDisk(disk: { free_bytes: number; total_bytes: number }, where: string): Finding {
  const { free_bytes, total_bytes } = disk
  const detail = `${bytes(free_bytes)} of ${bytes(total_bytes)} free (${where})`
  const advice = 'Free space, or move DATA_DIR and BACKUP_DIR to a larger disk; a full one stops the database'
  if (free_bytes < gibibyte / 4) return problem('Disk', detail, advice)
  if (free_bytes < 2 * gibibyte || free_bytes < total_bytes * 0.05) return warning('Disk', detail, advice)
  return ok('Disk', detail)
}

export function judgeBackups({ backups }: Diagnostics, now: number): Finding {
  const { is_supported, newest_at, error, every_hours, archives_changes } = backups
  if (!is_supported)
    return ok('Backups', "of the external database: with PostgreSQL's own tools (docs/operations.md)")
  if (error)
    return problem(
      'Backups',
      `cannot be read: ${error}`,
      'Make BACKUP_DIR a folder that the service can read',
    )
  if (!newest_at)
    return warning(
      'Backups',
      'there is none',
      'Make one now with mainstay backup, and set BACKUP_EVERY_HOURS=24 (and BACKUP_DIR on another disk)',
    )
  const age = now - Date.parse(newest_at)
  const detail = `newest ${span(age)} old${archives_changes ? ', changes archived since' : ''}`
  const limit = every_hours > 0 ? 2 * every_hours * hour : 48 * hour
  if (age > limit)
    return warning('Backups', detail, 'Make one with mainstay backup; the log says why scheduled ones fail')
  return ok('Backups', detail)
}
