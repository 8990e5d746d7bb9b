import { sql } from 'kysely'
import type { Db } from './ctx.ts'
import { allRows } from './rows.ts'

const least = 1000
const share = 0.2

/**
 * Updates PostgreSQL's statistics of every table of which a fifth has changed. It does so by itself within some minutes, but
 * until then it plans as if the new rows were not there. `changed`: rows that it may not have noticed yet.
 */
export async function analyzeChanged(db: Db, changed: { table: string; rows: number }): Promise<void> {
  const tables = await allRows<{ relname: string }>(
    db,
    sql`select pg_class.relname from pg_stat_user_tables join pg_class on pg_class.oid = relid
      where schemaname = current_schema()
        and n_mod_since_analyze + case pg_class.relname when ${changed.table} then ${changed.rows}::bigint else 0 end
          > greatest(${sql.lit(least)}, ${sql.lit(share)} * reltuples)`,
  )
  for (const { relname } of tables) await sql`analyze (skip_locked) ${sql.table(relname)}`.execute(db)
}
