import { sql } from 'kysely'
import type { Ctx, Db, Tx } from '../../../db/ctx.ts'
import { allRows, firstRow, firstValue, onlyRow } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import { randomId } from '../../../kernel/ids.ts'
import { seenBy } from '../where.ts'
import type { Reader } from '../visibility.ts'
import type { Attachment, Upload } from './model.ts'

type Row = TableRow<'attachments', 'id' | 'filename' | 'content_type' | 'size' | 'sha256' | 'link'>

const columns = sql`id, filename, content_type, size, sha256, link`

const view = (baseUrl: string, { link, ...row }: Row): Attachment => ({
  ...row,
  url: link ?? `${baseUrl}/prod/api/v1/attachments/${row.id}`,
})

interface Slot {
  id: string
  position: number
}

type NewAttachment = Pick<Upload, 'filename' | 'content_type'> & Partial<Upload> & { link?: string }

/** Content is stored in PostgreSQL, so that every node has it and one backup contains everything. */
export async function insert(ctx: Ctx, attachment: NewAttachment, note?: Slot): Promise<Attachment> {
  const { filename, content_type, size, sha256, link, content } = attachment
  const row = await onlyRow<Row>(
    ctx.db,
    sql`insert into attachments (id, note_id, position, filename, content_type, size, sha256, link, content, uploaded_by)
      values (${randomId('att_')}, ${note?.id}, ${note?.position ?? 0}, ${filename}, ${content_type}, ${size},
        ${sha256}, ${link}, ${content}, ${ctx.actor.id})
      returning ${columns}`,
  )
  return view(ctx.config.base_url, row)
}

/** An upload of the caller's own that no note has yet. */
export async function attach(ctx: Ctx<Tx>, id: string, note: Slot): Promise<Attachment | undefined> {
  const row = await firstRow<Row>(
    ctx.db,
    sql`update attachments set note_id = ${note.id}, position = ${note.position}
      where id = ${id} and uploaded_by = ${ctx.actor.id} and note_id is null returning ${columns}`,
  )
  return row && view(ctx.config.base_url, row)
}

export async function attachmentsOf(
  db: Db,
  baseUrl: string,
  noteIds: string[],
): Promise<Map<string, Attachment[]>> {
  if (noteIds.length === 0) return new Map()
  const rows = await allRows<Row & { note_id: string }>(
    db,
    sql`select ${columns}, note_id from attachments where note_id = any(${noteIds}::text[]) order by position`,
  )
  const byNote = new Map<string, Attachment[]>()
  for (const { note_id, ...row } of rows)
    byNote.set(note_id, [...(byNote.get(note_id) ?? []), view(baseUrl, row)])
  return byNote
}

export interface Download {
  filename: string
  content_type: string
  size: number
}

/** Readable by its uploader, and by those who may see the note that it belongs to. */
export const findDownload = (db: Db, id: string, reader: Reader): Promise<Download | undefined> =>
  firstRow(
    db,
    sql`select a.filename, a.content_type, length(a.content) as size from attachments a
      left join work_notes n on n.id = a.note_id
      left join incidents i on i.id = n.incident_id
      where a.id = ${id} and a.content is not null and (
        (a.note_id is null and a.uploaded_by = ${reader.author_id})
        or (i.deleted_at is null and ${seenBy(reader)}))`,
  )

/** Part of a file; undefined when it has been removed. */
export const readSlice = (db: Db, id: string, start: number, length: number): Promise<Buffer | undefined> =>
  firstValue(
    db,
    sql`select substring(content from ${start + 1}::integer for ${length}::integer) as slice from attachments
      where id = ${id} and content is not null`,
  )
