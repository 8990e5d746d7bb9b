import { sql, type Generated } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import type { Page, PageRequest } from '../../../db/page.ts'
import type { Attachment } from '../attachments/model.ts'
import { attachmentsOf } from '../attachments/store.ts'
import type { NoteRow } from '../store.ts'
import type { Reader } from '../visibility.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    work_notes: NoteRow & { seq: Generated<number>; author_id: string }
  }
}

export interface NoteView extends NoteRow {
  attachments: Attachment[]
}

const columns = ['id', 'incident_id', 'body', 'visibility', 'author', 'created_at'] as const

/** Those of an incident that the reader may see. */
const seenBy = (incident_id: string, reader: Reader) =>
  sql<boolean>`incident_id = ${incident_id}
    and (visibility = any(${reader.visibilities}::text[]) or author_id = ${reader.author_id})`

export async function find(
  db: Db,
  baseUrl: string,
  { id, incident_id }: { id: string; incident_id: string },
  reader: Reader,
): Promise<NoteView | undefined> {
  const note = await db
    .selectFrom('work_notes')
    .select(columns)
    .where('id', '=', id)
    .where(seenBy(incident_id, reader))
    .executeTakeFirst()
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
  const seen = seenBy(incident_id, reader)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start = after ? sql<boolean>`seq ${beyond} ${after[1]}::bigint` : sql<boolean>`true`
  const rows = await db
    .selectFrom('work_notes')
    .select([...columns, 'seq'])
    .where(seen)
    .where(start)
    .orderBy('seq', order)
    .limit(limit + 1)
    .offset(after ? 0 : (page - 1) * limit)
    .execute()
  const counted = await db
    .selectFrom('work_notes')
    .select(sql<number>`count(*)`.as('total'))
    .where(seen)
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, limit)
  const attachments = await attachmentsOf(
    db,
    baseUrl,
    shown.map((note) => note.id),
  )
  return {
    rows: shown.map(({ seq: _seq, ...note }) => ({ ...note, attachments: attachments.get(note.id) ?? [] })),
    next: rows.length > limit ? ['', shown.at(-1)!.seq] : undefined,
    total: counted.total,
  }
}
