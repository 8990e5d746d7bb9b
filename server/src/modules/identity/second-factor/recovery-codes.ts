import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { countAffected, onlyValue } from '../../../db/rows.ts'
import { randomId } from '../../../kernel/ids.ts'
import { hashToken } from '../../../kernel/passwords.ts'
import { formatRecoveryCode, normalizeCode, recoveryCodeCount } from './model.ts'

/** Eighty random bits each cannot be guessed, so a plain digest is sufficient. */
export async function renew(tx: Tx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(randomId('')))
  await replace(tx, user_id, codes.map(hashRecoveryCode))
  return codes
}

const hashRecoveryCode = (code: string): string => hashToken(normalizeCode(code))

export async function replace(tx: Tx, user_id: string, hashes: string[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${user_id}`.execute(tx)
  await sql`insert into recovery_codes (user_id, code_hash)
    select ${user_id}, code_hash from unnest(${hashes}::text[]) as given(code_hash)`.execute(tx)
}

/** False when there is no such code, or it was used before. */
export const use = async (tx: Tx, user_id: string, code: string, now: Date): Promise<boolean> =>
  (await countAffected(
    tx,
    sql`update recovery_codes set used_at = ${now}
      where user_id = ${user_id} and code_hash = ${hashRecoveryCode(code)} and used_at is null`,
  )) === 1

export const countLeft = (db: Db, user_id: string): Promise<number> =>
  onlyValue(db, sql`select count(*) from recovery_codes where user_id = ${user_id} and used_at is null`)
