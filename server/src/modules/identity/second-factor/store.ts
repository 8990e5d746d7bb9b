import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import { allRows, countAffected, firstRow, isFound, onlyRow } from '../../../db/rows.ts'
import type { NewPasskey, PasskeyRow, SecondFactor } from './model.ts'

const columns = sql`id, type, name, created_at, last_used_at`

export interface TotpRow {
  id: string
  secret_sealed: string
}

export const list = (db: Db, user_id: string): Promise<SecondFactor[]> =>
  allRows(db, sql`select ${columns} from second_factors where user_id = ${user_id} order by created_at, id`)

export const hasAny = (db: Db, user_id: string): Promise<boolean> =>
  isFound(db, sql`select from second_factors where user_id = ${user_id} limit 1`)

export const accountOf = (db: Db, user_id: string): Promise<{ groups: string[]; mfa_enrolled: boolean }> =>
  onlyRow(
    db,
    sql`select coalesce((select groups from users where id = ${user_id}), '{}') as groups,
      exists (select from second_factors where user_id = ${user_id}) as mfa_enrolled`,
  )

export const totps = (db: Db, user_id: string): Promise<TotpRow[]> =>
  allRows(db, sql`select id, secret_sealed from second_factors where user_id = ${user_id} and type = 'totp'`)

const selectPasskeys = sql`select id, user_id, credential_id, public_key, sign_count, transports from second_factors`

export const passkeys = (db: Db, user_id: string): Promise<PasskeyRow[]> =>
  allRows(db, sql`${selectPasskeys} where user_id = ${user_id} and type = 'passkey'`)

export const findPasskey = (db: Db, credential_id: string): Promise<PasskeyRow | undefined> =>
  firstRow(db, sql`${selectPasskeys} where credential_id = ${credential_id}`)

interface NewFactor {
  id: string
  user_id: string
  name: string
}

export const insertTotp = (
  tx: Tx,
  { id, user_id, name, secret_sealed, last_step }: NewFactor & { secret_sealed: string; last_step: number },
): Promise<SecondFactor> =>
  onlyRow(
    tx,
    sql`insert into second_factors (id, user_id, type, name, secret_sealed, last_step)
      values (${id}, ${user_id}, 'totp', ${name}, ${secret_sealed}, ${last_step}) returning ${columns}`,
  )

export const insertPasskey = (
  tx: Tx,
  { id, user_id, name, credential_id, public_key, sign_count, transports }: NewFactor & NewPasskey,
): Promise<SecondFactor> =>
  onlyRow(
    tx,
    sql`insert into second_factors (id, user_id, type, name, credential_id, public_key, sign_count, transports)
      values (${id}, ${user_id}, 'passkey', ${name}, ${credential_id}, ${public_key}, ${sign_count}, ${transports})
      returning ${columns}`,
  )

export const rename = (
  tx: Tx,
  user_id: string,
  id: string,
  name: string,
): Promise<SecondFactor | undefined> =>
  firstRow(
    tx,
    sql`update second_factors set name = ${name} where user_id = ${user_id} and id = ${id} returning ${columns}`,
  )

/** With `id` one of them, without it all of them. */
export const remove = (tx: Tx, user_id: string, id?: string): Promise<SecondFactor[]> =>
  allRows(
    tx,
    sql`delete from second_factors where user_id = ${user_id} ${id === undefined ? sql`` : sql`and id = ${id}`}
      returning ${columns}`,
  )

/** False when the code of this time step, or of a later one, was accepted before. */
export const useStep = async (tx: Tx, id: string, step: number, now: Date): Promise<boolean> =>
  (await countAffected(
    tx,
    sql`update second_factors set last_step = ${step}, last_used_at = ${now}
      where id = ${id} and last_step < ${step}`,
  )) === 1

/** False when another sign-in with the same answer was faster. */
export const useCounter = async (tx: Tx, passkey: PasskeyRow, next: number, now: Date): Promise<boolean> =>
  (await countAffected(
    tx,
    sql`update second_factors set sign_count = ${next}, last_used_at = ${now}
      where id = ${passkey.id} and sign_count = ${passkey.sign_count}`,
  )) === 1
