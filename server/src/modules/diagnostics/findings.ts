import { counted } from '../../kernel/counted.ts'
import { day, hour, minute, second } from '../../kernel/durations.ts'
import type { Facts, Finding } from './model.ts'

const gibibyte = 2 ** 30
/** Longer than the largest BACKUP_WAL_SECONDS. */
const archivingLimit = 1.5 * hour

/** The possible verdicts on what was examined. */
const verdicts = (check: string, detail: string) => ({
  ok: { check, status: 'ok', detail } as Finding,
  warning: (advice: string): Finding => ({ check, status: 'warning', detail, advice }),
  problem: (advice: string): Finding => ({ check, status: 'problem', detail, advice }),
})

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
  const { ok, warning, problem } = verdicts(
    'Database',
    `${kind} PostgreSQL ${version}, ${sizeText(size_bytes)}, ${latency_ms} ms, ${connections} of ${max_connections} connections`,
  )
  if (connections > max_connections * 0.9)
    return problem('Raise max_connections, or lower DATABASE_POOL_SIZE or WORKERS on every node')
  if (latency_ms > 200) return warning('A small query is slow: look at load and disk of the database server')
  return ok
}

function judgeMigrations({ migrations, version }: Facts): Finding {
  const { applied, latest, pending } = migrations
  if (pending.length > 0)
    return verdicts('Migrations', `${pending.join(', ')} not applied`).problem(
      'Restart the service: it applies them when it starts, and its log says why it could not',
    )
  return verdicts('Migrations', `${applied} applied, up to ${latest} (release ${version})`).ok
}

function judgeClock({ clock }: Facts): Finding {
  const apart = Math.abs(clock.offset_ms)
  const { ok, warning, problem } = verdicts('Clock', `service and database are ${apart} ms apart`)
  const advice = 'Let NTP (systemd-timesyncd, chrony) set the clocks: signatures and tokens depend on them'
  if (apart > 30_000) return problem(advice)
  return apart > 1000 ? warning(advice) : ok
}

function judgeQueue({ queue }: Facts): Finding {
  const { oldest_due_seconds, dead, undispatched_events } = queue
  const { ok, warning, problem } = verdicts('Queue', queueText(queue))
  if (oldest_due_seconds > 600)
    return problem('No node works on jobs: look for errors in the log, and restart the service')
  if (undispatched_events > 10_000)
    return problem(
      'Webhooks and notifications are late: unless a large import or bulk change has just run, look for errors in the log',
    )
  if (dead > 0) return warning('Look for "job" in the log; the metric mainstay_jobs_dead names their type')
  if (oldest_due_seconds > 60)
    return warning('Jobs wait longer than usual: add cores, or nodes (docs/operations.md)')
  return ok
}

const queueText = ({ waiting, oldest_due_seconds, dead, undispatched_events }: Facts['queue']) =>
  [
    waiting === 0 ? 'no jobs waiting' : `${counted(waiting, 'job')} waiting`,
    ...(oldest_due_seconds > 0 ? [`the oldest due for ${spanText(oldest_due_seconds * 1000)}`] : []),
    ...(dead > 0 ? [`${dead} failed permanently`] : []),
    ...(undispatched_events > 0 ? [`${counted(undispatched_events, 'event')} to dispatch`] : []),
  ].join(', ')

function judgeDisk({ free_bytes, total_bytes }: NonNullable<Facts['disk']>): Finding {
  const { ok, warning, problem } = verdicts(
    'Disk',
    `${sizeText(free_bytes)} of ${sizeText(total_bytes)} free (DATA_DIR)`,
  )
  const advice = 'Free space, or move DATA_DIR and BACKUP_DIR to a larger disk; a full one stops the database'
  if (free_bytes < gibibyte / 4) return problem(advice)
  return free_bytes < 2 * gibibyte || free_bytes < total_bytes * 0.05 ? warning(advice) : ok
}

function judgeBackups({ backups, time }: Facts): Finding {
  const { is_supported, newest_at, error, every_hours, archives_changes, unarchived_seconds } = backups
  const backup = (detail: string) => verdicts('Backups', detail)
  if (!is_supported)
    return backup("of the external database: with PostgreSQL's own tools (docs/operations.md)").ok
  if (error)
    return backup(`cannot be read: ${error}`).problem('Make BACKUP_DIR a folder that the service can read')
  const cause =
    every_hours > 0 ? 'the log says why scheduled ones fail' : 'set BACKUP_EVERY_HOURS=24 to schedule them'
  const advice = `Make one with mainstay backup; ${cause}`
  if (!newest_at)
    return backup('there is none').warning(
      every_hours > 0 ? advice : `${advice}, and BACKUP_DIR to a folder on another disk`,
    )
  const age = spanText(Date.parse(time) - Date.parse(newest_at))
  if (unarchived_seconds * second > archivingLimit)
    return backup(
      `newest ${age} old, changes not archived for ${spanText(unarchived_seconds * second)}`,
    ).problem('The log says why: often BACKUP_DIR is full or unreachable. DATA_DIR grows until it is back')
  const { ok, warning } = backup(`newest ${age} old${archives_changes ? ', changes archived since' : ''}`)
  const limit = every_hours > 0 ? 2 * every_hours * hour : 48 * hour
  const isOld = Date.parse(time) - Date.parse(newest_at) > limit
  return isOld ? warning(advice) : ok
}

/** `2 h 57 min` */
function spanText(ms: number): string {
  if (ms < minute) return `${Math.round(ms / second)} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
  return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`
}

const sizeText = (bytes: number): string =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`
