import { sql } from 'kysely'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { allValues } from '../../db/rows.ts'
import { journalParts, toJournal } from '../../events/journal.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Condition } from './store.ts'

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

interface Naming {
  subject_type: 'incident' | 'change'
  table: 'incidents' | 'changes'
  field: string
  /** The records of the table that name the deleted one. */
  where: Condition
}

/** Records keep the id of one that is deleted; their history says from when on it leads nowhere. */
export async function recordDeletedReference(ctx: Ctx<Tx>, id: string, naming: Naming): Promise<void> {
  const { subject_type, table, field, where } = naming
  const changes = [{ field, from: id, to: id }]
  const journal = toJournal(ctx, { subject_type, action: 'reference_deleted', changes })
  await sql`
    with subject as (
      select id, ${JSON.stringify(journal)}::jsonb as journal from ${sql.table(table)}
      where ${where} and deleted_at is null),
    ${journalParts} select`.execute(ctx.db)
}
