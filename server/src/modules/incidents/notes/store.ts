import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import type { Page, PageRequest } from '../../../db/page.ts'
import { allRows, firstRow, onlyValue } from '../../../db/rows.ts'
import type { Attachment } from '../attachments/model.ts'
import { attachmentsOf } from '../attachments/store.ts'
import { noteColumns as columns, type NoteRow } from '../store.ts'
import type { Reader } from '../visibility.ts'
import { seenBy } from '../where.ts'

export type NoteView = NoteRow & { attachments: Attachment[] }

export async function find(
  db: Db,
  baseUrl: string,
  { id, incident_id }: { id: string; incident_id: string },
  reader: Reader,
): Promise<NoteView | undefined> {
  const note = await firstRow<NoteRow>(
    db,
    sql`select ${columns} from work_notes where id = ${id} and incident_id = ${incident_id} and ${seenBy(reader)}`,
  )
  return note && { ...note, attachments: (await attachmentsOf(db, baseUrl, [id])).get(id) ?? [] }
}

/** Oldest first, and only those that the reader may see; the total counts the same. */
export async function list(
  db: Db,
  baseUrl: string,
  incident_id: string,
  reader: Reader,
  { limit, after, page, order }: PageRequest,
): Promise<Page<NoteView>> {
  const seen = sql`incident_id = ${incident_id} and ${seenBy(reader)}`
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start = after ? sql`and seq ${beyond} ${after[1]}::bigint` : sql``
  const rows = await allRows<NoteRow & { seq: number }>(
    db,
    sql`select ${columns}, seq from work_notes where ${seen} ${start}
      order by seq ${sql.raw(order)} limit ${limit + 1} offset ${after ? 0 : (page - 1) * limit}`,
  )
  const total = await onlyValue<number>(db, sql`select count(*) from work_notes where ${seen}`)
  const shown = rows.slice(0, limit)
  const attachments = await attachmentsOf(
    db,
    baseUrl,
    shown.map((note) => note.id),
  )
  return {
    rows: shown.map(({ seq: _seq, ...note }) => ({ ...note, attachments: attachments.get(note.id) ?? [] })),
    next: rows.length > limit ? ['', shown.at(-1)!.seq] : undefined,
    total,
  }
}
