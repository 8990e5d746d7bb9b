import { sql } from 'kysely'
import type { Ctx, Tx } from '../../../db/ctx.ts'
import { isFound } from '../../../db/rows.ts'
import { unauthenticated } from '../../../kernel/errors.ts'

const tables = { user: 'users', client: 'clients', external: 'outside_people' }

interface AccountAtEpoch {
  id: string
  kind: keyof typeof tables
  epoch: number
}

/** Locks an account until the commit; false if it has revoked its tokens and sessions of this epoch. */
export const lockAtEpoch = (tx: Tx, { id, kind, epoch }: AccountAtEpoch): Promise<boolean> =>
  isFound(
    tx,
    sql`select from ${sql.table(tables[kind])} where id = ${id} and epoch = ${epoch} for no key update`,
  )

/**
 * Refuses a token that the account has revoked since: a new password can neither be overwritten with the old one, nor miss
 * an API key that it should revoke.
 */
export async function lockOwnAccount({ db, actor }: Ctx<Tx>): Promise<void> {
  const { id, kind, epoch } = actor
  if (kind === 'system' || epoch === undefined) return
  if (!(await lockAtEpoch(db, { id, kind, epoch })))
    throw unauthenticated('The token has been revoked: get a new one')
}
