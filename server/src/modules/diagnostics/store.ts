import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { allValues, onlyRow } from '../../db/rows.ts'
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
