import { sql } from 'kysely'
import type { Static } from 'typebox'
import { activeAddresses } from '../../db/accounts.ts'
import type { Db } from '../../db/ctx.ts'
import { allRows } from '../../db/rows.ts'
import type { User } from './model.ts'

const accents = String.raw`[\u0300-\u036f]`

/** Only what is not ASCII is taken apart: for most names that would be most of the time of a search. */
function withoutAccents(column: string) {
  const text = sql.ref(column)
  return sql`case when octet_length(${text}) = length(${text}) then ${text}
    else regexp_replace(normalize(${text}, nfkd), ${sql.lit(accents)}, '', 'g') end`
}

/** Whether a word of a name begins with what was typed, with or without its accents. */
function isBeginning(column: string, typed: string) {
  const plain = typed.normalize('NFKD').replaceAll(new RegExp(accents, 'g'), '')
  const pattern = plain.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  return sql<boolean>`${withoutAccents(column)} ~* ${String.raw`\m${pattern}`}`
}

/** Whether a word of the name or of the email address begins with what was typed. */
export const matches = (q: string) => sql<boolean>`(${isBeginning('name', q)} or ${isBeginning('email', q)})`

type Suggestion = Pick<Static<typeof User>, 'email' | 'name' | 'groups'>

const total = sql`(count(*) over ())::integer as total`

const withTotal = <Row extends { total: number }>(rows: Row[]) => ({
  data: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

export const suggestPeople = async (db: Db, q: string, limit: number) =>
  withTotal(
    await allRows<Suggestion & { total: number }>(
      db,
      sql`select email, name, groups, ${total} from ${activeAddresses(matches(q))} as people
        order by lower(name), email limit ${limit}`,
    ),
  )

export const suggestGroups = async (db: Db, q: string, limit: number) =>
  withTotal(
    await allRows<{ name: string; members: number; total: number }>(
      db,
      sql`select group_name as name, count(*)::integer as members, ${total}
        from users, unnest(groups) as group_name
        where active and deleted_at is null and ${isBeginning('group_name', q)}
        group by group_name order by lower(group_name), group_name limit ${limit}`,
    ),
  )
