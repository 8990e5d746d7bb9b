import { sql } from 'kysely'
import type { Ctx, Db } from './ctx.ts'
import { allRows } from './rows.ts'

const least = 1000
const share = 0.2

/**
 * Updates PostgreSQL's statistics of every table of which a fifth has changed. It does so by itself within some minutes, but
 * until then it plans as if the new rows were not there. `changed`: rows that it may not have noticed yet. A failure is only
 * logged, because the work before it is done.
 */
export async function analyzeChanged(ctx: Ctx, changed: { table: string; rows: number }): Promise<void> {
  const { db, log } = ctx
  if (db.isTransaction) await sql`savepoint before_analysis`.execute(db)
  try {
    await analyze(db, changed)
  } catch (error) {
    if (db.isTransaction) await sql`rollback to savepoint before_analysis`.execute(db)
    log.warn({ err: error }, 'the statistics of changed tables could not be updated')
  }
}

async function analyze(db: Db, changed: { table: string; rows: number }): Promise<void> {
  const tables = await allRows<{ relname: string }>(
    db,
    sql`select pg_class.relname from pg_stat_user_tables join pg_class on pg_class.oid = relid
      where schemaname = current_schema()
        and n_mod_since_analyze + case pg_class.relname when ${changed.table} then ${changed.rows}::bigint else 0 end
          > greatest(${sql.lit(least)}, ${sql.lit(share)} * reltuples)`,
  )
  for (const { relname } of tables) await sql`analyze (skip_locked) ${sql.table(relname)}`.execute(db)
}
