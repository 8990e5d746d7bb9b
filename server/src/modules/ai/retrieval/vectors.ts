import { sql } from 'kysely'
import { transact, type Ctx, type Db, type Tx } from '../../../db/ctx.ts'
import { firstRow, isFound } from '../../../db/rows.ts'

const vectorColumn = sql<{ dimensions: number }>`select atttypmod as dimensions from pg_attribute
  where attrelid = 'passages'::regclass and attname = 'embedding' and not attisdropped`

export const hasVectors = (db: Db): Promise<boolean> => isFound(db, vectorColumn)

/** Held by whoever writes vectors or changes how they are stored. */
export const lockVectors = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('encode passages'))`.execute(tx)

/**
 * Adds a pgvector column and index, when the server has the extension and we may use it. Not a migration, because the
 * extension may be installed at any time, and most servers have none. Returns whether it is available.
 */
export async function openVectors(ctx: Ctx, dimensions: number): Promise<boolean> {
  const extension = await firstRow<{ installed: boolean }>(
    ctx.db,
    sql`select installed_version is not null as installed from pg_available_extensions where name = 'vector'`,
  )
  if (!extension) return false
  try {
    await transact(ctx, async ({ db }) => {
      await lockVectors(db)
      if (!extension.installed) await sql`create extension if not exists vector`.execute(db)
      const column = await firstRow(db, vectorColumn)
      if (column?.dimensions === dimensions) return
      if (column) await sql`alter table passages drop column embedding`.execute(db) // another model's
      await sql`alter table passages add column embedding vector(${sql.lit(dimensions)})`.execute(db)
      await sql`create index passages_embedding on passages using hnsw (embedding vector_cosine_ops)`.execute(
        db,
      )
      await sql`update passages set model = null where model is not null`.execute(db)
    })
    return true
  } catch (error) {
    ctx.log.warn(
      { err: error },
      'pgvector is on the server but cannot be used; the service goes on without it',
    )
    return false
  }
}

export const toVector = (vector: Float32Array): string => `[${vector.join(',')}]`
