import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { firstRow } from '../../../db/rows.ts'
import type { ArticleRow } from '../model.ts'

type VersionSummary = Pick<ArticleRow, 'version' | 'title' | 'state'> & { author: string; at: Date }
export type Version = VersionSummary & Pick<ArticleRow, 'body' | 'category' | 'tags'>

export const list = async (
  db: Db,
  article_id: string,
  request: PageRequest,
): Promise<Page<VersionSummary>> => {
  const { rows, ...rest } = await readPage<VersionSummary & { id: number }>(
    db,
    sql`
    select version as id, version, title, state, author, at from article_versions where article_id = ${article_id}
    union all
    select version, version, title, state, updated_by, updated_at from articles where id = ${article_id}`,
    request,
  )
  return { ...rest, rows: rows.map(({ id: _id, ...version }) => version) }
}

export const find = (db: Db, article_id: string, version: number): Promise<Version | undefined> =>
  firstRow(
    db,
    sql<Version>`
      select version, title, state, author, at, body, category, tags from article_versions
        where article_id = ${article_id} and version = ${version}
      union all
      select version, title, state, updated_by, updated_at, body, category, tags from articles
        where id = ${article_id} and version = ${version}`,
  )
