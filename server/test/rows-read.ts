import { sql } from 'kysely'
import { transact, type Ctx, type Tx } from '../src/db/ctx.ts'
import { allRows } from '../src/db/rows.ts'
import type { TestApp } from './app.ts'

/** The tables and indexes that the work scans, with the number of their rows or entries that it reads. */
export const readBy = (
  app: Pick<TestApp, 'ctx'>,
  work: (ctx: Ctx<Tx>) => Promise<unknown>,
): Promise<Map<string, number>> =>
  transact(app.ctx(), async (ctx) => {
    const reads = sql<{ name: string; scans: number; read: number }>`
      select relname as name, pg_stat_get_xact_numscans(oid) as scans, pg_stat_get_xact_tuples_returned(oid) as read
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by oid`
    // For so few rows PostgreSQL would prefer to read whole tables.
    await sql`set local enable_seqscan = off`.execute(ctx.db)
    const before = await allRows(ctx.db, reads)
    await work(ctx)
    const after = await allRows(ctx.db, reads)
    const differences = after.map(({ name, scans, read }, i) => ({
      name,
      scans: scans - before[i]!.scans,
      read: read - before[i]!.read,
    }))
    return new Map(differences.filter(({ scans }) => scans > 0).map(({ name, read }) => [name, read]))
  })
