import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
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
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  if (hashes.length > 0)
    await tx
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id, code_hash })))
      .execute()
}

/** False if there is no such code, or it was used before. */
export async function use(tx: Tx, user_id: string, code: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

export async function countLeft(db: Db, user_id: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
