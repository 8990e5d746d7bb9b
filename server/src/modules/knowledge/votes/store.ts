import { sql } from 'kysely'
import type { Ctx, Db, Tx } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { firstRow, onlyRow } from '../../../db/rows.ts'
import type { StoredRow } from '../../../kernel/schema.ts'
import type { Vote } from './model.ts'

type VoteRow = StoredRow<typeof Vote>
type VoteInput = Pick<VoteRow, 'helpful' | 'comment'>

export const find = (db: Db, article_id: string, voter_id: string): Promise<VoteInput | undefined> =>
  firstRow(
    db,
    sql<VoteInput>`select helpful, comment from article_votes where article_id = ${article_id} and voter_id = ${voter_id}`,
  )

/** The caller's only vote; replaces an earlier one. */
export const put = (ctx: Ctx<Tx>, article_id: string, { helpful, comment }: VoteInput) =>
  sql`insert into article_votes (article_id, voter_id, voter, helpful, comment, at)
      values (${article_id}, ${ctx.actor.id}, ${ctx.actor.email}, ${helpful}, ${comment}, ${ctx.now})
      on conflict (article_id, voter_id) do update
      set voter = excluded.voter, helpful = excluded.helpful, comment = excluded.comment, at = excluded.at`.execute(
    ctx.db,
  )

interface Counts {
  helpful_count: number
  unhelpful_count: number
}

/** Requires the lock of the article, so that counts do not race. Changes neither `version` nor `updated_at`. */
export const count = (tx: Tx, article_id: string): Promise<Counts> =>
  onlyRow(
    tx,
    sql<Counts>`update articles set (helpful_count, unhelpful_count) = (
          select count(*) filter (where helpful), count(*) filter (where not helpful) from article_votes where article_id = id)
        where id = ${article_id} returning helpful_count, unhelpful_count`,
  )

export const list = async (
  db: Db,
  article_id: string,
  helpful: boolean | undefined,
  request: PageRequest,
): Promise<Page<VoteRow>> => {
  const { rows, ...rest } = await readPage<VoteRow & { id: string }>(
    db,
    sql`
    select voter_id as id, voter, helpful, comment, at from article_votes
    where article_id = ${article_id} and helpful = coalesce(${helpful ?? null}::boolean, helpful)`,
    request,
  )
  return { ...rest, rows: rows.map(({ id: _id, ...vote }) => vote) }
}
