import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type PageRequest } from '../../db/page.ts'
import { allRows } from '../../db/rows.ts'
import { allOf, anyOf } from '../records/store.ts'
import type { ExternalReference } from './model.ts'

type Key = Pick<ExternalReference, 'system' | 'subject_type' | 'external_id'>

/** Of two imports of the same record the second waits for the first. */
export const lock = (tx: Tx, { system, subject_type, external_id }: Key) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${system} ${subject_type} ${external_id}`}, 0))`.execute(
    tx,
  )

/** IDs of the records here, by external ID. */
export async function find(
  db: Db,
  system: string,
  subject_type: string,
  external_ids: string[],
): Promise<Map<string, string>> {
  const rows = await allRows<{ external_id: string; subject_id: string }>(
    db,
    sql`select external_id, subject_id from external_references
      where system = ${system} and subject_type = ${subject_type} and external_id = any(${external_ids}::text[])`,
  )
  return new Map(rows.map(({ external_id, subject_id }) => [external_id, subject_id]))
}

export const insert = (tx: Tx, reference: Key & { subject_id: string; url: string | null }) =>
  sql`insert into external_references (system, subject_type, external_id, subject_id, url)
    values (${reference.system}, ${reference.subject_type}, ${reference.external_id}, ${reference.subject_id},
      ${reference.url})`.execute(tx)

interface ReferenceFilters {
  system?: string | undefined
  external_id?: string | undefined
  subject_id?: string | undefined
}

export const list = (db: Db, { system, external_id, subject_id }: ReferenceFilters, request: PageRequest) =>
  readPage(
    db,
    sql<ExternalReference>`
      select system || ' ' || subject_type || ' ' || external_id as id, system, subject_type, external_id, subject_id, url,
        imported_at from external_references
      where ${allOf([...anyOf('system', system), ...anyOf('external_id', external_id), ...anyOf('subject_id', subject_id)])}`,
    request,
  )
