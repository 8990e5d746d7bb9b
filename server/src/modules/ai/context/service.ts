import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { firstRow } from '../../../db/rows.ts'
import { notFound } from '../../../kernel/errors.ts'
import { visibleTo } from '../../knowledge/store.ts'
import { allOf } from '../../records/store.ts'
import type { Context, ContextRecord } from './model.ts'

const titles: Record<ContextRecord['type'], { table: string; title: string }> = {
  incident: { table: 'incidents', title: 'short_description' },
  change: { table: 'changes', title: 'short_description' },
  request: { table: 'requests', title: 'short_description' },
  ci: { table: 'cis', title: `concat_ws(' ', class, name)` },
  article: { table: 'articles', title: 'title' },
}

export async function findContext(
  { db, actor }: Ctx,
  record: ContextRecord | undefined,
): Promise<Context | undefined> {
  if (!record) return undefined
  const { type, id } = record
  const { table, title } = titles[type]
  const found = await firstRow(
    db,
    sql<Context>`select id, version, ${sql.raw(title)} as title from ${sql.table(table)}
      where ${allOf([sql`id = ${id}`, sql`deleted_at is null`, ...(type === 'article' ? visibleTo(actor) : [])])}`,
  )
  if (!found) throw notFound(`The ${type} ${id} of context_record`)
  return found
}
