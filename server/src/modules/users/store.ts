import { sql, type RawBuilder } from 'kysely'
import { accounts, activeAddresses, people } from '../../db/accounts.ts'
import type { Db, Tx } from '../../db/ctx.ts'
import type { PageRequest } from '../../db/page.ts'
import { allRows, allValues, countAffected, firstRow, firstValue } from '../../db/rows.ts'
import type { Role } from '../../kernel/actor.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import { administeredTable } from '../records/administered/store.ts'
import { has, hasAnyOf, is } from '../records/store.ts'
import { User } from './model.ts'
import { isBeginning, matches } from './where.ts'

export type UserRow = StoredRow<typeof User>

export type UserInput = Pick<UserRow, 'id' | 'email' | 'name' | 'roles' | 'groups'> & {
  active?: boolean
  /** Null: cannot sign in. */
  password_hash: string | null
}

export interface UserFilters {
  q?: string | undefined
  email?: string | undefined
  role?: string | undefined
  group?: string | undefined
  active?: boolean | undefined
}

const columns = Object.keys(User.properties)
const read = sql.raw(columns.join(', '))

const table = administeredTable<UserRow, UserInput>({
  table: 'users',
  columns,
  write_only: ['password_hash'],
})

export const { find, lock, insert, update } = table

export const list = (db: Db, { q, email, role, group, active }: UserFilters, request: PageRequest) =>
  table.list(
    db,
    [
      ...(q === undefined ? [] : [matches(q)]),
      ...(email === undefined ? [] : [sql<boolean>`lower(email) = ${email.toLowerCase()}`]),
      ...hasAnyOf('roles', role),
      ...has('groups', group),
      ...is('active', active),
    ],
    request,
  )

export const findByEmail = (
  db: Db,
  email: string,
): Promise<(UserRow & { epoch: number; password_hash: string | null }) | undefined> =>
  firstRow(
    db,
    sql`select ${read}, epoch, password_hash from users
      where lower(email) = ${email.toLowerCase()} and deleted_at is null`,
  )

type Principal = Pick<UserRow, 'id' | 'email' | 'name' | 'roles'> & { epoch: number }

export const findPrincipal = (db: Db, id: string): Promise<Principal | undefined> =>
  firstRow(
    db,
    sql`select id, email, name, roles, epoch from users where id = ${id} and active and deleted_at is null`,
  )

export interface SignedInUser {
  id: string
  /** The account's token epoch at the moment its password was checked. */
  epoch: number
}

/**
 * False if the account has changed since the password was checked. Neither `version` nor `updated_at` changes, because the
 * account itself has not changed.
 */
export const noteSignIn = async (db: Db, { id, epoch }: SignedInUser, now: Date): Promise<boolean> =>
  (await countAffected(
    db,
    sql`update users set last_sign_in_at = ${now} where id = ${id} and epoch = ${epoch}`,
  )) > 0

/**
 * The IDs of all administrators, so that two of them cannot remove each other at the same time. Before any other account is
 * locked: whoever holds one of them and then waits for all would deadlock with another who does the same.
 */
export const lockAdmins = (tx: Tx): Promise<string[]> =>
  allValues(
    tx,
    sql`select id from users where active and roles @> array['super_admin'] and deleted_at is null
      order by id for update`,
  )

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

/** The active person with an email address, or the active members of a group. */
export const assigneesOf = async (
  db: Db,
  { email, group }: { email?: string; group?: string | null },
): Promise<Person[]> =>
  email === undefined && (group === undefined || group === null)
    ? []
    : activePeople(
        db,
        email === undefined
          ? sql`groups @> array[${group}]::text[]`
          : sql`lower(email) = ${email.toLowerCase()}`,
      )

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

/** Includes inactive people, whose names are still shown in the history. */
export const namesWithEmail = (db: Db, emails: string[]): Promise<Pick<UserRow, 'email' | 'name'>[]> =>
  allRows(
    db,
    sql`select email, name from (
        select distinct on (lower(email)) email, name from ${people} as people
        where lower(email) = any(${emails}::text[]) and deleted_at is null
        order by lower(email), active desc) as named
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

/** For a deleted account: what only its owner could use or see. Name and address stay, as in records and the audit log. */
export const removePersonalData = (tx: Tx, id: string) =>
  sql`with factors as (delete from second_factors where user_id = ${id}),
    enrolments as (delete from second_factor_enrolments where user_id = ${id}),
    failures as (delete from second_factor_failures where user_id = ${id}),
    codes as (delete from recovery_codes where user_id = ${id}),
    preferences as (delete from notification_preferences where user_id = ${id}),
    watched as (delete from watches where watcher_id = ${id}),
    own_views as (delete from views where owner_id = ${id} and not shared),
    notified as (delete from notifications where recipient_id = ${id}),
    asked as (delete from conversations where actor_id = ${id}),
    places as (update sessions set address = null, user_agent = null where account_id = ${id})
    update users set password_hash = null where id = ${id}`.execute(tx)
