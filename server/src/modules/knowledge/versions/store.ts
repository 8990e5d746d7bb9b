import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { firstRow } from '../../../db/rows.ts'
import type { State } from '../transitions.ts'

export interface VersionSummary {
  version: number
  title: string
  state: State
  author: string
  at: Date
}

export interface Version extends VersionSummary {
  body: string
  category: string | null
  tags: string[]
}

/** Before it is changed: the article as it is now. */
export const keep = (tx: Tx, article_id: string) =>
  sql`insert into article_versions (article_id, version, title, body, category, tags, state, author, at)
      select id, version, title, body, category, tags, state, updated_by, updated_at from articles where id = ${article_id}`.execute(
    tx,
  )

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
