import type { Db, Tx } from '../../../db/ctx.ts'

interface Enrolment {
  secret_sealed?: string
  challenge?: string
  expires_at: Date
}

/** The newest one counts: an earlier secret or challenge is void. */
export async function begin(tx: Tx, user_id: string, enrolment: Enrolment): Promise<void> {
  const row = { secret_sealed: null, challenge: null, ...enrolment }
  await tx
    .insertInto('second_factor_enrolments')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export const find = (db: Db, user_id: string, now: Date) =>
  db
    .selectFrom('second_factor_enrolments')
    .select(['secret_sealed', 'challenge'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const end = (tx: Tx, user_id: string) =>
  tx.deleteFrom('second_factor_enrolments').where('user_id', '=', user_id).execute()
