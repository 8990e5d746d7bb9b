import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { firstRow } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import type { Role } from '../../../kernel/actor.ts'
import type { ExternalUser } from './model.ts'

type Principal = TableRow<'outside_people', 'id' | 'email' | 'name' | 'epoch'> & { roles: Role[] }

const select = sql`select id, email, name, roles, epoch from outside_people`

export const find = (db: Db, id: string): Promise<Principal | undefined> =>
  firstRow(db, sql`${select} where id = ${id}`)

/** Only people who signed in recently, with a role: the issuer may have removed the others since. */
export const findSignedIn = (db: Db, id: string, hours: number): Promise<Principal | undefined> =>
  firstRow(
    db,
    sql`${select} where id = ${id} and roles <> '{}' and vouched_at > now() - ${hours} * interval '1 hour'`,
  )

/** Other roles than last time end the tokens with the earlier ones. */
export const recordSignIn = (db: Db, { id, email, name, roles }: ExternalUser) =>
  sql`insert into outside_people as known (id, email, name, roles) values (${id}, ${email}, ${name}, ${roles})
    on conflict (id) do update set email = excluded.email, name = excluded.name, roles = excluded.roles, vouched_at = now(),
      epoch = known.epoch + (case when ${differ} then 1 else 0 end),
      epoch_changed_at = case when ${differ} then now() else known.epoch_changed_at end`.execute(db)

/** Ends the tokens and keys of someone whom the issuer gives no role any more. */
export const removeRoles = (db: Db, id: string) =>
  sql`update outside_people set roles = '{}', epoch = epoch + 1, epoch_changed_at = now()
    where id = ${id} and roles <> '{}'`.execute(db)

const differ = sql`not (known.roles @> excluded.roles and known.roles <@ excluded.roles)`
