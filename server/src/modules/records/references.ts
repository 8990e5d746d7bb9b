import { sql } from 'kysely'
import type { Ctx } from '../../db/ctx.ts'
import { allValues } from '../../db/rows.ts'
import { invalidField } from '../../kernel/errors.ts'

type Table = 'changes' | 'cis'

export async function unknownIds(ctx: Ctx, table: Table, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await allValues<string>(
    ctx.db,
    sql`select id from ${sql.table(table)} where id = any(${ids}::text[]) and deleted_at is null`,
  )
  const known = new Set(found)
  return ids.filter((id) => !known.has(id))
}

/** References must point to existing records. */
export const referencesTo =
  (table: Table) =>
  async (ctx: Ctx, field: string, ids: readonly string[]): Promise<void> => {
    const unknown = await unknownIds(ctx, table, ids)
    const verb = unknown.length === 1 ? 'does' : 'do'
    if (unknown.length > 0)
      throw invalidField(field, 'unknown', `${field}: ${unknown.join(', ')} ${verb} not exist`)
  }
