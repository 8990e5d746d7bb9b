import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Role } from '../../kernel/actor.ts'

type OwnerKind = 'user' | 'client' | 'external'

declare module '../../db/tables.ts' {
  interface Tables {
    api_keys: {
      id: string
      owner_id: string
      owner_kind: OwnerKind
      owner_email: string
      owner_name: string
      name: string
      roles: Role[]
      secret_hash: string
      expires_at: Date | null
      last_used_at: Date | null
      revoked_at: Date | null
      created_at: Generated<Date>
    }
  }
}

const columns = ['id', 'name', 'roles', 'created_at', 'last_used_at'] as const

export interface ApiKeyRow {
  id: string
  name: string
  roles: Role[]
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

export interface OwnedKeyRow extends ApiKeyRow {
  owner: string
  owner_id: string
  owner_kind: OwnerKind
  owner_name: string
  revoked_at: Date | null
  active: boolean
}

/** Keys from before there was a maximum, or from before it was lowered, end by it too. */
const expiresAt = (maxDays: number) =>
  sql<Date>`least(expires_at, created_at + ${sql.lit(maxDays)} * interval '1 day')`

const isActive = (maxDays: number) => sql<boolean>`(revoked_at is null and ${expiresAt(maxDays)} > now())`

const alive = (db: Db) => db.selectFrom('api_keys').where('revoked_at', 'is', null)

export const list = (
  db: Db,
  owner_id: string,
  maxDays: number,
  request: PageRequest,
): Promise<Page<ApiKeyRow>> =>
  readPage(
    db,
    alive(db)
      .select([...columns, expiresAt(maxDays).as('expires_at')])
      .where('owner_id', '=', owner_id) as never,
    request,
  )

const ownedKeys = (db: Db, maxDays: number) =>
  db
    .selectFrom('api_keys')
    .select([
      ...columns,
      'owner_email as owner',
      'owner_id',
      'owner_kind',
      'owner_name',
      'revoked_at',
      expiresAt(maxDays).as('expires_at'),
      isActive(maxDays).as('active'),
    ])

export interface KeyFilters {
  /** Their e-mail address or their id. */
  owner?: string | undefined
  active?: boolean | undefined
}

/** Everybody's keys, revoked ones too. */
export function listAll(
  db: Db,
  { owner, active }: KeyFilters,
  maxDays: number,
  request: PageRequest,
): Promise<Page<OwnedKeyRow>> {
  let query = ownedKeys(db, maxDays)
  if (owner !== undefined)
    query = query.where(sql<boolean>`(owner_id = ${owner} or lower(owner_email) = lower(${owner}))`)
  if (active !== undefined) query = query.where(isActive(maxDays), '=', active)
  return readPage(db, query as never, request)
}

export const find = (db: Db, id: string, maxDays: number): Promise<OwnedKeyRow | undefined> =>
  ownedKeys(db, maxDays).where('id', '=', id).executeTakeFirst()

export const findUsable = (db: Db, id: string, maxDays: number) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where(isActive(maxDays), '=', true)
    .executeTakeFirst()

export const insert = async (
  tx: Tx,
  key: {
    id: string
    owner_id: string
    owner_kind: OwnerKind
    owner_email: string
    owner_name: string
    name: string
    roles: Role[]
    secret_hash: string
    expires_at: Date
  },
): Promise<ApiKeyRow> => {
  const row = await tx.insertInto('api_keys').values(key).returning(columns).executeTakeFirstOrThrow()
  return { ...row, expires_at: key.expires_at }
}

/** Whether there was a key of this id, and of this owner where one is named, that was not revoked before. */
export async function revoke(tx: Tx, id: string, owner_id?: string): Promise<boolean> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .$if(owner_id !== undefined, (query) => query.where('owner_id', '=', owner_id!))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.length > 0
}

/** Ids of the keys that this has ended. */
export async function revokeAllOf(tx: Tx, owner_id: string): Promise<string[]> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('owner_id', '=', owner_id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

export const isYounger = async (db: Db, id: string, days: number): Promise<boolean> =>
  (await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${days} * interval '1 day'`)
    .executeTakeFirst()) !== undefined

/** To the minute, so that a busy key is not a busy row. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
