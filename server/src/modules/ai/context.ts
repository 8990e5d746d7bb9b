import type { Db } from '../../db/ctx.ts'
import { run } from '../../db/statement.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ContextRecord } from './model.ts'

/** What a question is about, in the record's own words. */
export interface Context {
  id: string
  version: number
  text: string
}

const texts: Record<ContextRecord['type'], string> = {
  incident: `short_description || coalesce(E'\\n' || left(description, 1000), '') from incidents`,
  change: `short_description || coalesce(E'\\n' || left(description, 1000), '') from changes`,
  request: `short_description || coalesce(E'\\n' || left(description, 1000), '') from requests`,
  ci: `name || coalesce(' ' || class, '') from cis`,
  article: `title from articles`,
}

/** Articles that are not published are not for everybody who may ask. */
const rights = { article: `and state = 'published'` } as Record<ContextRecord['type'], string | undefined>

export async function findContext(db: Db, { type, id }: ContextRecord): Promise<Context> {
  const [selected, table] = texts[type].split(' from ')
  const [found] = await run<Context>(
    db,
    ($) => `select id, version, ${selected} as text from ${table}
      where id = ${$(id)} and deleted_at is null ${rights[type] ?? ''}`,
  )
  if (!found) throw notFound(`The ${type} ${id} of context_record`)
  return found
}
