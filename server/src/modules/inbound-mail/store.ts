import { sql } from 'kysely'
import type { Ctx, Db, Tx } from '../../db/ctx.ts'
import { firstValue, onlyValue } from '../../db/rows.ts'
import type { Claim } from '../../events/journal.ts'
import { sha256 } from '../../kernel/crypto.ts'

/** The record that this email has become or has been added to. */
export const claimedBy = (db: Db, { key }: Claim): Promise<string | undefined> =>
  firstValue(db, sql`select subject_id from claims where key = ${key}`)

export const claim = (tx: Tx, { key, expires_at }: Claim, subject_id: string) =>
  sql`insert into claims (key, subject_id, expires_at) values (${key}, ${subject_id}, ${expires_at})`.execute(
    tx,
  )

/** How many messages of a sender were read within an hour, this one included. */
export async function countRecent({ db, now }: Ctx, sender: string, id: string): Promise<number> {
  const prefix = `mail of ${sha256(sender)} `
  await sql`insert into claims (key, subject_id, expires_at)
    values (${`${prefix}${sha256(id)}`}, 'mail', ${now}::timestamptz + interval '1 hour')
    on conflict do nothing`.execute(db)
  return onlyValue(
    db,
    sql`select count(*)::integer from claims
      where key >= ${prefix} and key < ${`${prefix}~`} and expires_at > ${now}`,
  )
}
