import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { run } from '../../../db/statement.ts'
import type { ArticleRow } from '../model.ts'

type VersionSummary = Pick<ArticleRow, 'version' | 'title' | 'state'> & { author: string; at: Date }
export type Version = VersionSummary & Pick<ArticleRow, 'body' | 'category' | 'tags'>

export const list = async (
  db: Db,
  article_id: string,
  request: PageRequest,
): Promise<Page<VersionSummary>> => {
  const versions = sql`(
    select version as id, version, title, state, author, at from article_versions where article_id = ${article_id}
    union all
    select version, version, title, state, updated_by, updated_at from articles where id = ${article_id})`
  const query = db.selectFrom(versions.as('versions') as never).selectAll() as never
  const { rows, ...rest } = await readPage<VersionSummary & { id: number }>(db, query, request)
  return { ...rest, rows: rows.map(({ id: _id, ...version }) => version) }
}

export const find = async (db: Db, article_id: string, version: number): Promise<Version | undefined> =>
  (
    await run<Version>(
      db,
      ($) => `
      select version, title, state, author, at, body, category, tags from article_versions
        where article_id = ${$(article_id)} and version = ${$(version)}
      union all
      select version, title, state, updated_by, updated_at, body, category, tags from articles
        where id = ${$(article_id)} and version = ${$(version)}`,
    )
  )[0]
