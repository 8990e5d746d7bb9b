import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { firstRow } from '../../db/rows.ts'
import type { TableRow } from '../../db/tables.ts'

const columns = sql`id, kind, title, message, subject_id, url, read_at, created_at`

export type NotificationRow = TableRow<
  'notifications',
  'id' | 'kind' | 'title' | 'message' | 'subject_id' | 'url' | 'read_at' | 'created_at'
>

type NewNotification = Omit<NotificationRow, 'read_at' | 'created_at'> & { recipient_id: string }

export const insert = (tx: Tx, rows: NewNotification[]) =>
  sql`insert into notifications (id, recipient_id, kind, title, message, subject_id, url)
    select id, recipient_id, kind, title, message, subject_id, url
    from jsonb_populate_recordset(null::notifications, ${JSON.stringify(rows)}::jsonb)`.execute(tx)

export function list(
  db: Db,
  recipient_id: string,
  unread: boolean | undefined,
  request: PageRequest,
): Promise<Page<NotificationRow>> {
  const isWanted =
    unread === undefined ? sql`` : unread ? sql`and read_at is null` : sql`and read_at is not null`
  return readPage<NotificationRow>(
    db,
    sql`select ${columns} from notifications where recipient_id = ${recipient_id} ${isWanted}`,
    request,
  )
}

export const markRead = (tx: Tx, recipient_id: string, id: string): Promise<NotificationRow | undefined> =>
  firstRow(
    tx,
    sql<NotificationRow>`
      update notifications set read_at = coalesce(read_at, now())
      where id = ${id} and recipient_id = ${recipient_id} returning ${columns}`,
  )
