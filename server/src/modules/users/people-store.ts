import { sql, type RawBuilder } from 'kysely'
import { accounts, activeAddresses, people } from '../../db/accounts.ts'
import type { Db } from '../../db/ctx.ts'
import { allRows, firstRow, firstValue } from '../../db/rows.ts'
import type { Role } from '../../kernel/actor.ts'
import type { UserRow } from './store.ts'
import { isBeginning, matches } from './where.ts'

interface Account {
  id: string
  email: string
}

/** Someone of whom nothing is stored counts as active: a person of an external identity provider who never signed in here. */
const unknown = ({ id, email }: Account) =>
  sql`select ${id}, ${email} where not exists (select from ${accounts} as known where id = ${id})`

/** The name of an account, or its address if nothing is stored of it. */
export const nameOf = async (db: Db, { id, email }: Account): Promise<string> =>
  (await firstValue<string>(db, sql`select name from ${accounts} as accounts where id = ${id}`)) ?? email

/** Active members of a group, and one more account unless it is inactive. */
export const stakeholders = (db: Db, group: string | null, more: Account): Promise<Account[]> =>
  allRows(
    db,
    sql`select id, email from ${accounts} as accounts
      where active and (groups @> array[${group}]::text[] or id = ${more.id})
      union all ${unknown(more)} order by id limit 1000`,
  )

/** An account with its present address, if it is active and has one of these roles. */
export const activeHolder = (
  db: Db,
  account: Account,
  roles: readonly Role[],
): Promise<Account | undefined> =>
  firstRow(
    db,
    sql`select id, email from ${accounts} as accounts
      where id = ${account.id} and active and roles && ${roles}::text[]
      union all ${unknown(account)}`,
  )

type Person = Pick<UserRow, 'id' | 'email' | 'name' | 'roles'>

interface Responsible {
  people: Person[]
  /** Null when they are one person. */
  group: string | null
  /** The address of an assignee whose group is named instead. */
  absent?: string
}

/** The assignee, or else the group, also when the assignee has left or has no account here: somebody must hear of it. */
export async function responsibleFor(
  db: Db,
  { assigned_to, assignment_group: group }: { assigned_to: string | null; assignment_group: string | null },
): Promise<Responsible> {
  const assignee =
    assigned_to === null ? [] : await activePeople(db, sql`lower(email) = ${assigned_to.toLowerCase()}`)
  if (assignee.length > 0 || group === null) return { people: assignee, group: null }
  const members = await activePeople(db, sql`groups @> array[${group}]::text[]`)
  return { people: members, group, ...(assigned_to !== null && { absent: assigned_to }) }
}

/** Active people by the IDs of their accounts or their email addresses. */
export const ownersAmong = (
  db: Db,
  { ids, emails }: { ids: string[]; emails: string[] },
): Promise<Person[]> =>
  activePeople(
    db,
    sql`(id = any(${ids}::text[]) or lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[]))`,
  )

/** IDs of people by address in lower case; of several accounts with one address, an active one. */
export async function idsByEmail(db: Db, emails: string[]): Promise<Map<string, string>> {
  const rows = await allRows<{ email: string; id: string }>(
    db,
    sql`select distinct on (lower(email)) lower(email) as email, id from ${people} as people
      where lower(email) = any(${emails}::text[]) and deleted_at is null
      order by lower(email), active desc, id desc`,
  )
  return new Map(rows.map(({ email, id }) => [email, id]))
}

/** Includes applications, and inactive people, whose names are still shown in the history. */
export const namesWithEmail = (db: Db, emails: string[]): Promise<Pick<UserRow, 'email' | 'name'>[]> =>
  allRows(
    db,
    sql`select email, name from (
        select distinct on (lower(email)) email, name from ${accounts} as accounts
        where lower(email) = any(${emails}::text[]) and deleted_at is null
        order by lower(email), active desc, id desc) as named
      order by lower(name), email`,
  )

/** Active people with one of these roles. */
export const holdersOf = (db: Db, roles: readonly Role[]): Promise<Person[]> =>
  activePeople(db, sql`roles && ${roles}::text[]`)

/** People by email address, or by the part before its `@` if only one address has it. */
export async function peopleNamed(db: Db, names: string[]): Promise<Person[]> {
  const found = await activePeople(
    db,
    sql`(lower(email) = any(${names}) or lower(split_part(email, '@', 1)) = any(${names}))`,
  )
  const addresses = new Set(found.map(({ email }) => email.toLowerCase()))
  const localPart = (address: string) => address.split('@')[0]
  const isOnly = (address: string) =>
    [...addresses].filter((other) => localPart(other) === localPart(address)).length === 1
  return found.filter(({ email }) => names.includes(email.toLowerCase()) || isOnly(email.toLowerCase()))
}

const activePeople = (db: Db, condition: RawBuilder<unknown>): Promise<Person[]> =>
  allRows(
    db,
    sql`select id, email, name, roles from ${people} as people where active and ${condition}
      order by id limit 1000`,
  )

type Suggestion = Pick<UserRow, 'email' | 'name' | 'groups'>

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
