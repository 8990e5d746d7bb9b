import { sql } from 'kysely'
import { accounts } from '../../db/accounts.ts'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { allValues, countAffected, firstRow, isFound, onlyRow } from '../../db/rows.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import { allOf, type Condition } from '../records/store.ts'
import type { ApiKey, OwnedApiKey } from './model.ts'

export type ApiKeyRow = StoredRow<typeof ApiKey>
export type OwnedKeyRow = StoredRow<typeof OwnedApiKey>

/** Keys from before there was a maximum, or from before it was lowered, expire by it too. */
const expiresAt = (maxDays: number) =>
  sql<Date>`least(expires_at, created_at + ${sql.lit(maxDays)} * interval '1 day')`

const isActive = (maxDays: number) => sql<boolean>`(revoked_at is null and ${expiresAt(maxDays)} > now())`

const columns = (maxDays: number) =>
  sql`id, name, roles, created_at, last_used_at, ${expiresAt(maxDays)} as expires_at`

/** The present address of the owner, or that of the creation for someone of an external identity provider who never signed in here. */
const owner = sql<string>`coalesce(account_email, owner_email)`

const ownedKeys = (maxDays: number) => sql<OwnedKeyRow>`
  select ${columns(maxDays)}, ${owner} as owner, owner_id, owner_kind,
    coalesce(account_name, owner_name) as owner_name, revoked_at, ${isActive(maxDays)} as active
  from api_keys left join (
    select id as account_id, email as account_email, name as account_name from ${accounts} as accounts
  ) as owners on account_id = owner_id`

const ownKeys = (owner_id: string, maxDays: number) =>
  sql<ApiKeyRow>`select ${columns(maxDays)} from api_keys where owner_id = ${owner_id} and revoked_at is null`

export const list = (
  db: Db,
  owner_id: string,
  maxDays: number,
  request: PageRequest,
): Promise<Page<ApiKeyRow>> => readPage(db, ownKeys(owner_id, maxDays), request)

export const findOwn = (
  db: Db,
  owner_id: string,
  id: string,
  maxDays: number,
): Promise<ApiKeyRow | undefined> => firstRow(db, sql`${ownKeys(owner_id, maxDays)} and id = ${id}`)

/** The keys of all users, including revoked ones. */
export function listAll(
  db: Db,
  { owner: wanted, active }: Partial<Pick<OwnedKeyRow, 'owner' | 'active'>>,
  maxDays: number,
  request: PageRequest,
): Promise<Page<OwnedKeyRow>> {
  const conditions: Condition[] = []
  if (wanted !== undefined) conditions.push(sql`(owner_id = ${wanted} or lower(${owner}) = lower(${wanted}))`)
  if (active !== undefined) conditions.push(sql`${isActive(maxDays)} = ${active}`)
  return readPage(db, sql<OwnedKeyRow>`${ownedKeys(maxDays)} where ${allOf(conditions)}`, request)
}

export const find = (db: Db, id: string, maxDays: number): Promise<OwnedKeyRow | undefined> =>
  firstRow(db, sql`${ownedKeys(maxDays)} where id = ${id}`)

export type NewKey = Pick<OwnedKeyRow, 'id' | 'owner_id' | 'owner_kind' | 'owner_name'> &
  Pick<OwnedKeyRow, 'name' | 'roles' | 'expires_at'> & { owner_email: string; secret_hash: string }

type UsableKey = NewKey & { created_at: Date; last_used_at: Date | null; revoked_at: Date | null }

export async function findUsable(db: Db, id: string, maxDays: number) {
  return firstRow<UsableKey>(db, sql`select * from api_keys where id = ${id} and ${isActive(maxDays)}`)
}

export const insert = (tx: Tx, key: NewKey): Promise<ApiKeyRow> =>
  onlyRow(
    tx,
    sql`insert into api_keys (id, owner_id, owner_kind, owner_email, owner_name, name, roles, secret_hash, expires_at)
      values (${key.id}, ${key.owner_id}, ${key.owner_kind}, ${key.owner_email}, ${key.owner_name}, ${key.name},
        ${key.roles}, ${key.secret_hash}, ${key.expires_at})
      returning id, name, roles, created_at, last_used_at, expires_at`,
  )

/** Whether there was such a key, of this owner where one is named, that was not revoked before. */
export const revoke = async (tx: Tx, id: string, owner_id?: string): Promise<boolean> =>
  (await countAffected(
    tx,
    sql`update api_keys set revoked_at = now() where id = ${id} and revoked_at is null
      ${owner_id === undefined ? sql`` : sql`and owner_id = ${owner_id}`}`,
  )) === 1

/** Ids of the keys that were revoked by this. */
export const revokeAllOf = (tx: Tx, owner_id: string): Promise<string[]> =>
  allValues(
    tx,
    sql`update api_keys set revoked_at = now()
      where owner_id = ${owner_id} and revoked_at is null returning id`,
  )

export const isYounger = (db: Db, id: string, days: number): Promise<boolean> =>
  isFound(db, sql`select from api_keys where id = ${id} and created_at > now() - ${days} * interval '1 day'`)

/** To the minute, so that a busy key is not a busy row. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
