import type { Generated } from 'kysely'
import type { Db, Tx } from '../../../db/ctx.ts'
import type { FactorType, NewPasskey, PasskeyRow, SecondFactor } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    second_factors: {
      id: string
      user_id: string
      type: FactorType
      name: string
      secret_sealed: string | null
      last_step: number | null
      credential_id: string | null
      public_key: string | null
      sign_count: number | null
      transports: string[] | null
      created_at: Generated<Date>
      last_used_at: Date | null
    }
    second_factor_enrolments: {
      user_id: string
      secret_sealed: string | null
      challenge: string | null
      expires_at: Date
    }
    second_factor_failures: { user_id: string; failures: number; last_failed_at: Date }
  }
}

const columns = ['id', 'type', 'name', 'created_at', 'last_used_at'] as const

export interface TotpRow {
  id: string
  secret_sealed: string
}

export const list = (db: Db, user_id: string): Promise<SecondFactor[]> =>
  db
    .selectFrom('second_factors')
    .select(columns)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function hasAny(db: Db, user_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const totps = (db: Db, user_id: string): Promise<TotpRow[]> =>
  db
    .selectFrom('second_factors')
    .select(['id', 'secret_sealed'])
    .where('user_id', '=', user_id)
    .where('type', '=', 'totp')
    .$castTo<TotpRow>()
    .execute()

const passkeyColumns = ['id', 'user_id', 'credential_id', 'public_key', 'sign_count', 'transports'] as const

export const passkeys = (db: Db, user_id: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('second_factors')
    .select(passkeyColumns)
    .where('user_id', '=', user_id)
    .where('type', '=', 'passkey')
    .$castTo<PasskeyRow>()
    .execute()

export const findPasskey = (db: Db, credential_id: string): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('second_factors')
    .select(passkeyColumns)
    .where('credential_id', '=', credential_id)
    .$castTo<PasskeyRow>()
    .executeTakeFirst()

interface NewFactor {
  id: string
  user_id: string
  name: string
}

export const insertTotp = (
  tx: Tx,
  factor: NewFactor & { secret_sealed: string; last_step: number },
): Promise<SecondFactor> =>
  tx
    .insertInto('second_factors')
    .values({ ...factor, type: 'totp' })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const insertPasskey = (tx: Tx, factor: NewFactor & NewPasskey): Promise<SecondFactor> =>
  tx
    .insertInto('second_factors')
    .values({ ...factor, type: 'passkey' })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const rename = (tx: Tx, user_id: string, id: string, name: string) =>
  tx
    .updateTable('second_factors')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** With `id` one of them, without it all of them. */
export const remove = (tx: Tx, user_id: string, id?: string): Promise<SecondFactor[]> =>
  tx
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning(columns)
    .execute()

/** False when the code of this time step, or of a later one, was accepted before. */
export async function useStep(tx: Tx, id: string, step: number, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** False when another sign-in with the same answer was faster. */
export async function useCounter(tx: Tx, passkey: PasskeyRow, next: number, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('second_factors')
    .set({ sign_count: next, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('sign_count', '=', passkey.sign_count)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
