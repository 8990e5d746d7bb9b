import { sql, type Generated } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import type { Role } from '../../../kernel/actor.ts'
import type { OutsidePerson } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    outside_people: {
      id: string
      email: string
      name: string
      roles: Role[]
      epoch: Generated<number>
      epoch_changed_at: Generated<Date>
      vouched_at: Generated<Date>
    }
  }
}

export const find = (db: Db, id: string) =>
  db
    .selectFrom('outside_people')
    .select(['id', 'email', 'name', 'roles', 'epoch'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Only people who signed in recently: the issuer may have removed the others since. */
export const findVouched = (db: Db, id: string, hours: number) =>
  db
    .selectFrom('outside_people')
    .select(['id', 'email', 'name', 'roles', 'epoch'])
    .where('id', '=', id)
    .where('vouched_at', '>', sql<Date>`now() - ${hours} * interval '1 hour'`)
    .executeTakeFirst()

/** Other roles than last time end the tokens with the earlier ones. */
export const vouch = (db: Db, { id, email, name, roles }: OutsidePerson) =>
  sql`insert into outside_people as known (id, email, name, roles) values (${id}, ${email}, ${name}, ${roles})
    on conflict (id) do update set email = excluded.email, name = excluded.name, roles = excluded.roles, vouched_at = now(),
      epoch = known.epoch + (case when ${differ} then 1 else 0 end),
      epoch_changed_at = case when ${differ} then now() else known.epoch_changed_at end`.execute(db)

const differ = sql`not (known.roles @> excluded.roles and known.roles <@ excluded.roles)`
