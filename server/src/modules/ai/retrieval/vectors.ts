import { transact, type Ctx } from '../../../db/ctx.ts'
import { run } from '../../../db/statement.ts'

/**
 * Adds a pgvector column and index, when the server has the extension and we may use it. Not a migration, because the
 * extension may be installed at any time, and most servers have none. Returns whether it is available.
 */
export async function openVectors(ctx: Ctx, dimensions: number): Promise<boolean> {
  const [extension] = await run<{ installed: boolean }>(
    ctx.db,
    () =>
      `select installed_version is not null as installed from pg_available_extensions where name = 'vector'`,
  )
  if (!extension) return false
  try {
    await transact(ctx, async ({ db }) => {
      // Several nodes may start at once.
      await run(db, () => `select pg_advisory_xact_lock(hashtext('open vectors'))`)
      if (!extension.installed) await run(db, () => `create extension if not exists vector`)
      const columns = await run(
        db,
        () => `select from pg_attribute where attrelid = 'passages'::regclass and attname = 'embedding'`,
      )
      if (columns.length > 0) return
      await run(db, () => `alter table passages add column embedding vector(${dimensions})`)
      await run(
        db,
        () => `create index passages_embedding on passages using hnsw (embedding vector_cosine_ops)`,
      )
      await run(
        db,
        () => `insert into index_queue (kind, record_id) select distinct kind, record_id from passages`,
      )
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
