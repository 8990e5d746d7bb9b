import type { Db } from '../../../db/ctx.ts'
import { run } from '../../../db/statement.ts'
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
const rights = { article: `and state = 'published'` } as Record<ContextRecord['type'], string | undefined>

export async function findContext(db: Db, { type, id }: ContextRecord): Promise<Context> {
  const { table, title } = titles[type]
  const [found] = await run<Context>(
    db,
    ($) => `select id, version, ${title} as title from ${table}
      where id = ${$(id)} and deleted_at is null ${rights[type] ?? ''}`,
  )
  if (!found) throw notFound(`The ${type} ${id} of context_record`)
  return found
}
