import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { firstRow } from '../../db/rows.ts'

const columns = ['id', 'kind', 'title', 'message', 'subject_id', 'url', 'read_at', 'created_at'] as const

export interface NotificationRow {
  id: string
  kind: string
  title: string
  message: string
  subject_id: string | null
  url: string | null
  read_at: Date | null
  created_at: Date
}

export const insert = (
  tx: Tx,
  rows: {
    id: string
    recipient_id: string
    kind: string
    title: string
    message: string
    subject_id: string
    url: string
  }[],
) => tx.insertInto('notifications').values(rows).execute()

export function list(
  db: Db,
  recipient_id: string,
  unread: boolean | undefined,
  request: PageRequest,
): Promise<Page<NotificationRow>> {
  let query = db.selectFrom('notifications').select(columns).where('recipient_id', '=', recipient_id)
  if (unread !== undefined) query = query.where('read_at', unread ? 'is' : 'is not', null)
  return readPage(db, query, request)
}

export const markRead = (tx: Tx, recipient_id: string, id: string): Promise<NotificationRow | undefined> =>
  firstRow(
    tx,
    sql<NotificationRow>`
      update notifications set read_at = coalesce(read_at, now())
      where id = ${id} and recipient_id = ${recipient_id} returning ${sql.raw(columns.join(', '))}`,
  )
