import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Role } from '../../kernel/actor.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    users: {
      id: string
      email: string
      name: string
      roles: Role[]
      groups: Generated<string[]>
      password_hash: string | null
      active: Generated<boolean>
      epoch: Generated<number>
      epoch_changed_at: Generated<Date>
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      last_sign_in_at: Date | null
      deleted_at: Date | null
    }
  }
}

const columns = [
  'id',
  'email',
  'name',
  'roles',
  'groups',
  'active',
  'version',
  'created_at',
  'updated_at',
  'last_sign_in_at',
] as const

export interface UserRow {
  id: string
  email: string
  name: string
  roles: Role[]
  groups: string[]
  active: boolean
  version: number
  created_at: Date
  updated_at: Date
  last_sign_in_at: Date | null
}

export interface UserFilters {
  email?: string | undefined
  role?: Role | undefined
  group?: string | undefined
  active?: boolean | undefined
}

const alive = (db: Db) => db.selectFrom('users').where('deleted_at', 'is', null)

export function list(db: Db, filters: UserFilters, request: PageRequest): Promise<Page<UserRow>> {
  let query = alive(db).select(columns)
  if (filters.email) query = query.where(sql`lower(email)`, '=', filters.email.toLowerCase())
  if (filters.role) query = query.where(sql<boolean>`roles @> array[${filters.role}]`)
  if (filters.group) query = query.where(sql<boolean>`groups @> array[${filters.group}]`)
  if (filters.active !== undefined) query = query.where('active', '=', filters.active)
  return readPage(db, query as never, request)
}

export const find = (db: Db, id: string): Promise<UserRow | undefined> =>
  alive(db).select(columns).where('id', '=', id).executeTakeFirst()

export const findByEmail = (db: Db, email: string) =>
  alive(db)
    .select([...columns, 'epoch', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

export const findPrincipal = (db: Db, id: string) =>
  alive(db)
    .select(['id', 'email', 'name', 'roles', 'epoch'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()

export const lock = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  alive(tx).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const insert = (
  tx: Tx,
  user: { id: string; email: string; name: string; roles: Role[]; groups: string[]; password_hash: string },
): Promise<UserRow> => tx.insertInto('users').values(user).returning(columns).executeTakeFirstOrThrow()

export interface UserChanges {
  name?: string
  roles?: Role[]
  groups?: string[]
  active?: boolean
  password_hash?: string
  deleted_at?: Date
}

/** `revoke` also ends every token and session issued so far. */
export const update = (tx: Tx, id: string, changes: UserChanges, revoke: boolean): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .$if(revoke, (query) => query.set({ epoch: sql`epoch + 1`, epoch_changed_at: sql`now()` }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Neither a new version nor a new time of update: nothing of the account has changed. */
export const noteSignIn = (db: Db, id: string, now: Date) =>
  db.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', id).execute()

/** Locks every administrator, so that two of them cannot remove each other at the same time. */
export async function otherAdmins(tx: Tx, id: string): Promise<number> {
  const admins = await alive(tx)
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`roles @> array['super_admin']`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.filter((admin) => admin.id !== id).length
}

/** Active members of a group, and one person besides. */
export const stakeholders = (
  db: Db,
  group: string | null,
  id: string,
): Promise<{ id: string; email: string }[]> =>
  alive(db)
    .select(['id', 'email'])
    .where('active', '=', true)
    .where(sql<boolean>`(groups @> array[${group}]::text[] or id = ${id})`)
    .orderBy('id')
    .limit(1000)
    .execute()
