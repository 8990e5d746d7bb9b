import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type PageRequest } from '../../db/page.ts'
import { allRows, onlyRow, onlyValue } from '../../db/rows.ts'
import { visibleTo } from '../incidents/visibility.ts'
import { seenBy } from '../incidents/where.ts'
import { visibleTo as articlesFor } from '../knowledge/store.ts'
import { allOf, anyOf } from '../records/store.ts'
import type { Actor } from '../../kernel/actor.ts'
import { comparedFields, type ComparedIncident } from './differences.ts'
import type { ComparedNote, ExternalReference, ImportType } from './model.ts'

type Key = Pick<ExternalReference, 'system' | 'subject_type' | 'external_id'>
type NewReference = Omit<ExternalReference, 'id' | 'imported_at'>

/** Of two imports of the same record the second waits for the first. */
export const lock = (tx: Tx, { system, subject_type, external_id }: Key) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${system} ${subject_type} ${external_id}`}, 0))`.execute(
    tx,
  )

const tables: Record<ImportType, string> = { incident: 'incidents', ci: 'cis', article: 'articles' }

/** IDs of the records here, by external ID. Deleted ones are left out, so that they are imported again. */
export const find = (db: Db, system: string, subject_type: ImportType, external_ids: string[]) =>
  findSubjects(
    db,
    { system, subject_type, external_ids },
    sql`select id from ${sql.table(tables[subject_type])} where deleted_at is null`,
  )

/** The same for the notes of an incident. */
export const findNotes = (db: Db, system: string, incident_id: string, external_ids: string[]) =>
  findSubjects(
    db,
    { system, subject_type: 'note', external_ids },
    sql`select id from work_notes where incident_id = ${incident_id}`,
  )

/** Imported notes with one of these texts. */
export const findImportedNotes = (
  db: Db,
  system: string,
  incident_id: string,
  bodies: string[],
): Promise<(ComparedNote & { id: string })[]> =>
  allRows(
    db,
    sql`select id, body, author, created_at from work_notes
      where incident_id = ${incident_id} and body = any(${bodies}::text[]) and exists (
        select from external_references
        where subject_id = work_notes.id and system = ${system} and subject_type = 'note')
      order by created_at, id`,
  )

export const findCompared = (db: Db, id: string): Promise<ComparedIncident> =>
  onlyRow(
    db,
    sql`select ${sql.join(comparedFields.map((name) => sql.ref(name)))} from incidents where id = ${id}`,
  )

export const countNotes = (tx: Tx, incident_id: string): Promise<number> =>
  onlyValue(tx, sql`select work_notes_count from incidents where id = ${incident_id}`)

async function findSubjects(
  db: Db,
  { system, subject_type, external_ids }: Pick<Key, 'system' | 'subject_type'> & { external_ids: string[] },
  subjects: RawBuilder<unknown>,
): Promise<Map<string, string>> {
  const rows = await allRows<{ external_id: string; subject_id: string }>(
    db,
    sql`select external_id, subject_id from external_references
      where system = ${system} and subject_type = ${subject_type} and external_id = any(${external_ids}::text[])
        and subject_id in (${subjects})`,
  )
  return new Map(rows.map(({ external_id, subject_id }) => [external_id, subject_id]))
}

/** Replaces the reference to a record that was deleted. */
export const set = (tx: Tx, { system, subject_type, external_id, subject_id, url }: NewReference) =>
  sql`insert into external_references (system, subject_type, external_id, subject_id, url)
    values (${system}, ${subject_type}, ${external_id}, ${subject_id}, ${url})
    on conflict (system, subject_type, external_id) do update
      set subject_id = excluded.subject_id, url = excluded.url, imported_at = excluded.imported_at`.execute(
    tx,
  )

type ReferenceFilters = Partial<Pick<ExternalReference, 'system' | 'external_id' | 'subject_id'>>

/** Not those to deleted records, to articles and to notes that the caller may not read. */
const leadsTo = (actor: Actor) => sql<boolean>`case subject_type
  when 'incident' then exists (select from incidents where id = subject_id and deleted_at is null)
  when 'ci' then exists (select from cis where id = subject_id and deleted_at is null)
  when 'article' then exists (
    select from articles where id = subject_id and ${allOf([sql`deleted_at is null`, ...articlesFor(actor)])})
  else exists (
    select from work_notes where id = subject_id and ${seenBy(visibleTo(actor))}
      and exists (select from incidents where id = incident_id and deleted_at is null))
  end`

export const list = (
  db: Db,
  actor: Actor,
  { system, external_id, subject_id }: ReferenceFilters,
  request: PageRequest,
) =>
  readPage(
    db,
    sql<ExternalReference>`
      select system || ' ' || subject_type || ' ' || external_id as id, system, subject_type, external_id, subject_id, url,
        imported_at from external_references
      where ${allOf([leadsTo(actor), ...anyOf('system', system), ...anyOf('external_id', external_id), ...anyOf('subject_id', subject_id)])}`,
    { ...request, has_bounded_total: true },
  )
