import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Role } from '../../kernel/actor.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    api_keys: {
      id: string
      owner_id: string
      owner_kind: 'user' | 'client' | 'external'
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

const columns = ['id', 'name', 'roles', 'created_at', 'expires_at', 'last_used_at'] as const

export interface ApiKeyRow {
  id: string
  name: string
  roles: Role[]
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const alive = (db: Db) => db.selectFrom('api_keys').where('revoked_at', 'is', null)

export const list = (db: Db, owner_id: string, request: PageRequest): Promise<Page<ApiKeyRow>> =>
  readPage(db, alive(db).select(columns).where('owner_id', '=', owner_id) as never, request)

export const findUsable = (db: Db, id: string) =>
  alive(db)
    .selectAll()
    .where('id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()

export const insert = (
  tx: Tx,
  key: {
    id: string
    owner_id: string
    owner_kind: 'user' | 'client' | 'external'
    owner_email: string
    owner_name: string
    name: string
    roles: Role[]
    secret_hash: string
    expires_at: Date | null
  },
): Promise<ApiKeyRow> => tx.insertInto('api_keys').values(key).returning(columns).executeTakeFirstOrThrow()

export const revoke = (tx: Tx, owner_id: string, id: string) =>
  tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** To the minute, so that a busy key is not a busy row. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
