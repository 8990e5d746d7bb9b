import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { firstRow } from '../../../db/rows.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ContextRecord } from './model.ts'

export interface Context {
  id: string
  version: number
  title: string
}

const titles: Record<ContextRecord['type'], { table: string; title: string }> = {
  incident: { table: 'incidents', title: 'short_description' },
  change: { table: 'changes', title: 'short_description' },
  request: { table: 'requests', title: 'short_description' },
  ci: { table: 'cis', title: `concat_ws(' ', class, name)` },
  article: { table: 'articles', title: 'title' },
}

/** Unpublished articles are not visible to everybody who may ask. */
const rightsOn = (type: ContextRecord['type']) => (type === 'article' ? sql`and state = 'published'` : sql``)

export async function findContext(db: Db, { type, id }: ContextRecord): Promise<Context> {
  const { table, title } = titles[type]
  const found = await firstRow(
    db,
    sql<Context>`select id, version, ${sql.raw(title)} as title from ${sql.table(table)}
      where id = ${id} and deleted_at is null ${rightsOn(type)}`,
  )
  if (!found) throw notFound(`The ${type} ${id} of context_record`)
  return found
}
