import { sql } from 'kysely'
import type { Tx } from '../../db/ctx.ts'
import { firstRow } from '../../db/rows.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Role } from '../../kernel/actor.ts'

type ExternalPerson = TableRow<'outside_people', 'id' | 'email' | 'name' | 'vouched_at'> & { roles: Role[] }

export const lock = (tx: Tx, id: string): Promise<ExternalPerson | undefined> =>
  firstRow(
    tx,
    sql`select id, email, name, roles, vouched_at from outside_people
      where id = ${id} and email <> id for update`,
  )

/** In the order in which sessions end otherwise: in another one the two could deadlock. */
export async function endSessions(tx: Tx, id: string): Promise<void> {
  await sql`update sessions set ended_at = now() where id in (
    select id from sessions where account_id = ${id} and ended_at is null order by id for update)`.execute(tx)
  await sql`delete from oidc_payloads where (model, id_hash) in (
    select model, id_hash from oidc_payloads where account_id = ${id} order by model, id_hash for update)`.execute(
    tx,
  )
}

/** The ID stays, without a role: someone of whom nothing is stored would count as active, and their tokens as valid. */
export const forget = (tx: Tx, id: string) =>
  sql`with keys as (update api_keys set owner_email = owner_id, owner_name = owner_id where owner_id = ${id})
    update outside_people set email = id, name = id, roles = '{}', epoch = epoch + 1, epoch_changed_at = now()
    where id = ${id}`.execute(tx)
