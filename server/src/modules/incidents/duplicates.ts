import { sql } from 'kysely'
import type { Ctx, Db, Tx } from '../../db/ctx.ts'
import { allValues, firstRow, firstValue, isFound } from '../../db/rows.ts'
import { invalidField } from '../../kernel/errors.ts'
import { isOpen } from './store.ts'

/** Setting an original locks one incident and reads another: one transaction at a time, so that no two name each other. */
export const lockDuplicates = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('duplicates of incidents'))`.execute(tx)

const refuse = (message: string) => invalidField('duplicate_of', 'invalid', `duplicate_of: ${message}`)

/** An original must not be a duplicate itself, so that it is always one step away. */
export async function checkOriginal(ctx: Ctx, original: string, id?: string): Promise<void> {
  if (original === id) throw refuse('an incident is not a duplicate of itself')
  const found = await firstRow<{ duplicate_of: string | null }>(
    ctx.db,
    sql`select duplicate_of from incidents where id = ${original} and deleted_at is null`,
  )
  if (!found) throw invalidField('duplicate_of', 'unknown', `duplicate_of: ${original} does not exist`)
  if (found.duplicate_of)
    throw refuse(`${original} is a duplicate itself: name its original, ${found.duplicate_of}`)
  if (id && (await hasDuplicates(ctx.db, id)))
    throw refuse(`${id} has duplicates itself: make them duplicates of ${original} first`)
}

/** Those that do not exist, or are duplicates themselves. */
export async function unknownOriginals(ctx: Ctx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const originals = await allValues<string>(
    ctx.db,
    sql`select id from incidents where id = any(${ids}::text[]) and deleted_at is null and duplicate_of is null`,
  )
  return ids.filter((id) => !originals.includes(id))
}

export const hasDuplicates = (db: Db, id: string): Promise<boolean> =>
  isFound(db, sql`select from incidents where duplicate_of = ${id} and deleted_at is null limit 1`)

/** One that is open although its original has been resolved. */
export const nextToResolve = (db: Db, original: string): Promise<string | undefined> =>
  firstValue(
    db,
    sql`select id from incidents where duplicate_of = ${original} and deleted_at is null and ${isOpen}
      and exists (select from incidents as original
        where original.id = ${original} and original.deleted_at is null and original.state in ('resolved', 'closed'))
      order by created_at limit 1`,
  )

/** For the history of those that remain when their original is deleted. */
export const duplicatesOf = (id: string) =>
  ({
    subject_type: 'incident',
    table: 'incidents',
    field: 'duplicate_of',
    where: sql<boolean>`duplicate_of = ${id}`,
  }) as const
