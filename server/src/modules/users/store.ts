import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import type { PageRequest } from '../../db/page.ts'
import { allValues, countAffected, firstRow } from '../../db/rows.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import { administeredTable } from '../records/administered/store.ts'
import { has, hasAnyOf, is } from '../records/store.ts'
import { User } from './model.ts'
import { matches } from './where.ts'

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
