import { sql } from 'kysely'
import type { Ctx, Db, Tx } from '../../../db/ctx.ts'
import type { Page, PageRequest } from '../../../db/page.ts'
import { readPage } from '../../../db/page.ts'
import { firstRow, onlyRow } from '../../../db/rows.ts'
import { randomId } from '../../../kernel/ids.ts'
import type { StoredRow } from '../../../kernel/schema.ts'
import { seenBy } from '../../incidents/where.ts'
import type { Reader, Visibility } from '../../incidents/visibility.ts'
import type { Subject } from '../store.ts'
import type { RecordNote } from './model.ts'

export type RecordNoteRow = StoredRow<typeof RecordNote>

const columns = sql`id, subject_id, body, visibility, author, created_at`

export const insert = (
  { db, actor, now }: Ctx<Tx>,
  { subject_type, subject_id }: Subject,
  { body, visibility }: { body: string; visibility: Visibility },
): Promise<RecordNoteRow> =>
  onlyRow(
    db,
    sql`insert into record_notes (id, subject_type, subject_id, body, visibility, author, author_id, created_at)
      values (${randomId('note_')}, ${subject_type}, ${subject_id}, ${body}, ${visibility}, ${actor.email}, ${actor.id}, ${now})
      returning ${columns}`,
  )

const among = ({ subject_type, subject_id }: Subject, reader: Reader) =>
  sql`from record_notes
    where subject_id = ${subject_id} and subject_type = ${subject_type} and ${seenBy(reader)}`

export const find = (
  db: Db,
  subject: Subject,
  id: string,
  reader: Reader,
): Promise<RecordNoteRow | undefined> =>
  firstRow(db, sql`select ${columns} ${among(subject, reader)} and id = ${id}`)

/** Oldest first, and only those that the reader may see; the total counts the same. */
export async function list(
  db: Db,
  subject: Subject,
  reader: Reader,
  request: PageRequest,
): Promise<Page<RecordNoteRow>> {
  const { rows, ...page } = await readPage<Omit<RecordNoteRow, 'id'> & { id: number; note_id: string }>(
    db,
    sql`select seq as id, id as note_id, subject_id, body, visibility, author, created_at
      ${among(subject, reader)}`,
    request,
  )
  return { ...page, rows: rows.map(({ note_id, ...note }) => ({ ...note, id: note_id })) }
}
