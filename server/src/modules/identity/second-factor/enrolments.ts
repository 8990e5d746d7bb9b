import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { countAffected, firstRow } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'

type Enrolment = TableRow<'second_factor_enrolments', 'secret_sealed' | 'challenge' | 'expires_at'>

/** Only the newest secret or challenge is valid. */
export const begin = (
  tx: Tx,
  user_id: string,
  { secret_sealed = null, challenge = null, expires_at }: Partial<Enrolment> & Pick<Enrolment, 'expires_at'>,
) =>
  sql`insert into second_factor_enrolments (user_id, secret_sealed, challenge, expires_at)
    values (${user_id}, ${secret_sealed}, ${challenge}, ${expires_at})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, challenge = excluded.challenge,
      expires_at = excluded.expires_at`.execute(tx)

/** What the first step has stored: a secret, or a challenge. */
export type EnrolmentSecrets = Pick<Enrolment, 'secret_sealed' | 'challenge'>

export const find = (db: Db, user_id: string, now: Date): Promise<EnrolmentSecrets | undefined> =>
  firstRow(
    db,
    sql`select secret_sealed, challenge from second_factor_enrolments
      where user_id = ${user_id} and expires_at > ${now}`,
  )

/** False if another request has ended or replaced it since. */
export const end = async (
  tx: Tx,
  user_id: string,
  { secret_sealed, challenge }: EnrolmentSecrets,
): Promise<boolean> =>
  (await countAffected(
    tx,
    sql`delete from second_factor_enrolments where user_id = ${user_id}
      and (secret_sealed = ${secret_sealed} or challenge = ${challenge})`,
  )) === 1

export const endAny = (tx: Tx, user_id: string) =>
  sql`delete from second_factor_enrolments where user_id = ${user_id}`.execute(tx)
