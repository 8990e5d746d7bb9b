import { sql } from 'kysely'
import { archiveSlot } from '../../db/backup/archive-log.ts'
import type { Db } from '../../db/ctx.ts'
import { allValues, onlyRow, onlyValue } from '../../db/rows.ts'
import type { Facts } from './model.ts'

export const readDatabase = (db: Db) =>
  onlyRow(
    db,
    sql<Omit<Facts['database'], 'kind' | 'latency_ms'>>`select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as size_bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as max_connections`,
  )

export const readQueue = (db: Db) =>
  onlyRow(
    db,
    sql<Facts['queue']>`select count(*) filter (where dead_at is null and every_ms is null)::int as waiting,
      coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where dead_at is null))), 0)::float8
        as oldest_due_seconds,
      count(*) filter (where dead_at is not null)::int as dead,
      (select count(*)::int from outbox) as undispatched_events
      from jobs`,
  )

export const readMigrations = (db: Db): Promise<string[]> =>
  allValues(db, sql`select name from migrations order by name`)

/** How long ago the oldest finished segment of the log was written that is not archived yet. */
export const readUnarchivedSeconds = (db: Db): Promise<number> =>
  onlyValue(
    db,
    sql`select coalesce(max(extract(epoch from now() - modification)), 0)::float8
      from pg_ls_waldir(), pg_replication_slots
      where slot_name = ${archiveSlot} and name ~ '^[0-9A-F]{24}$'
        and name >= pg_walfile_name(restart_lsn) and name < pg_walfile_name(pg_current_wal_lsn())`,
  )
