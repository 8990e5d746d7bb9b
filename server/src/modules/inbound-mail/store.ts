import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { firstValue } from '../../db/rows.ts'
import type { Claim } from '../../events/journal.ts'

/** The record that this email has become or has been added to. */
export const claimedBy = (db: Db, { key }: Claim): Promise<string | undefined> =>
  firstValue(db, sql`select subject_id from claims where key = ${key}`)

export const claim = (tx: Tx, { key, expires_at }: Claim, subject_id: string) =>
  sql`insert into claims (key, subject_id, expires_at) values (${key}, ${subject_id}, ${expires_at})`.execute(
    tx,
  )
