import { counted } from '../../kernel/counted.ts'
import { hour, second } from '../../kernel/durations.ts'
import type { Facts, Finding } from './model.ts'
import { sizeText, spanText } from './quantities.ts'

const gibibyte = 2 ** 30
/** Longer than the largest BACKUP_WAL_SECONDS. */
const archivingLimit = 1.5 * hour

const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail })
const finding =
  (status: Finding['status']) =>
  (check: string, detail: string, advice: string): Finding => ({ check, status, detail, advice })
const [warning, problem] = [finding('warning'), finding('problem')]

/** What an administrator would otherwise have to conclude from the figures. */
export const findingsOf = (facts: Facts): Finding[] => [
  judgeDatabase(facts),
  judgeMigrations(facts),
  judgeClock(facts),
  judgeQueue(facts),
  ...(facts.disk ? [judgeDisk(facts.disk)] : []),
  judgeBackups(facts),
]

function judgeDatabase({ database }: Facts): Finding {
  const { kind, version, size_bytes, latency_ms, connections, max_connections } = database
  const detail = `${kind} PostgreSQL ${version}, ${sizeText(size_bytes)}, ${latency_ms} ms, ${connections} of ${max_connections} connections`
  if (connections > max_connections * 0.9)
    return problem(
      'Database',
      detail,
      'Raise max_connections, or lower DATABASE_POOL_SIZE or WORKERS on every node',
    )
  if (latency_ms > 200)
    return warning('Database', detail, 'A small query is slow: look at load and disk of the database server')
  return ok('Database', detail)
}

function judgeMigrations({ migrations, version }: Facts): Finding {
  const { applied, latest, pending } = migrations
  if (pending.length > 0)
    return problem(
      'Migrations',
      `${pending.join(', ')} not applied`,
      'Restart the service: it applies them when it starts, and its log says why it could not',
    )
  return ok('Migrations', `${applied} applied, up to ${latest} (release ${version})`)
}

function judgeClock({ clock }: Facts): Finding {
  const apart = Math.abs(clock.offset_ms)
  const detail = `service and database are ${apart} ms apart`
  const advice = 'Let NTP (systemd-timesyncd, chrony) set the clocks: signatures and tokens depend on them'
  if (apart > 30_000) return problem('Clock', detail, advice)
  if (apart > 1000) return warning('Clock', detail, advice)
  return ok('Clock', detail)
}

function judgeQueue({ queue }: Facts): Finding {
  const { oldest_due_seconds, dead, undispatched_events } = queue
  const detail = queueText(queue)
  if (oldest_due_seconds > 600)
    return problem(
      'Queue',
      detail,
      'No node works on jobs: look for errors in the log, and restart the service',
    )
  if (undispatched_events > 10_000)
    return problem(
      'Queue',
      detail,
      'Webhooks and notifications are late: unless a large import or bulk change has just run, look for errors in the log',
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

const queueText = ({ waiting, oldest_due_seconds, dead, undispatched_events }: Facts['queue']) =>
  [
    waiting === 0 ? 'no jobs waiting' : `${counted(waiting, 'job')} waiting`,
    ...(oldest_due_seconds > 0 ? [`the oldest due for ${spanText(oldest_due_seconds * 1000)}`] : []),
    ...(dead > 0 ? [`${dead} failed permanently`] : []),
    ...(undispatched_events > 0 ? [`${counted(undispatched_events, 'event')} to dispatch`] : []),
  ].join(', ')

function judgeDisk({ free_bytes, total_bytes }: NonNullable<Facts['disk']>): Finding {
  const detail = `${sizeText(free_bytes)} of ${sizeText(total_bytes)} free (DATA_DIR)`
  const advice = 'Free space, or move DATA_DIR and BACKUP_DIR to a larger disk; a full one stops the database'
  if (free_bytes < gibibyte / 4) return problem('Disk', detail, advice)
  if (free_bytes < 2 * gibibyte || free_bytes < total_bytes * 0.05) return warning('Disk', detail, advice)
  return ok('Disk', detail)
}

function judgeBackups({ backups, time }: Facts): Finding {
  const { is_supported, newest_at, error, every_hours, archives_changes, unarchived_seconds } = backups
  if (!is_supported)
    return ok('Backups', "of the external database: with PostgreSQL's own tools (docs/operations.md)")
  if (error)
    return problem(
      'Backups',
      `cannot be read: ${error}`,
      'Make BACKUP_DIR a folder that the service can read',
    )
  const cause =
    every_hours > 0 ? 'the log says why scheduled ones fail' : 'set BACKUP_EVERY_HOURS=24 to schedule them'
  const advice = `Make one with mainstay backup; ${cause}`
  if (!newest_at)
    return warning(
      'Backups',
      'there is none',
      every_hours > 0 ? advice : `${advice}, and BACKUP_DIR to a folder on another disk`,
    )
  const age = spanText(Date.parse(time) - Date.parse(newest_at))
  if (unarchived_seconds * second > archivingLimit)
    return problem(
      'Backups',
      `newest ${age} old, changes not archived for ${spanText(unarchived_seconds * second)}`,
      'The log says why: often BACKUP_DIR is full or unreachable. DATA_DIR grows until it is back',
    )
  const detail = `newest ${age} old${archives_changes ? ', changes archived since' : ''}`
  const limit = every_hours > 0 ? 2 * every_hours * hour : 48 * hour
  const isOld = Date.parse(time) - Date.parse(newest_at) > limit
  return isOld ? warning('Backups', detail, advice) : ok('Backups', detail)
}
