import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Role } from '../../kernel/actor.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    clients: {
      id: string
      name: string
      email: string
      roles: Role[]
      secret_hash: string
      redirect_uris: Generated<string[]>
      active: Generated<boolean>
      epoch: Generated<number>
      epoch_changed_at: Generated<Date>
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
    }
  }
}

const columns = [
  'id',
  'name',
  'email',
  'roles',
  'redirect_uris',
  'active',
  'version',
  'created_at',
  'updated_at',
] as const

export interface ClientRow {
  id: string
  name: string
  email: string
  roles: Role[]
  redirect_uris: string[]
  active: boolean
  version: number
  created_at: Date
  updated_at: Date
}

const alive = (db: Db) => db.selectFrom('clients').where('deleted_at', 'is', null)

export const list = (db: Db, request: PageRequest): Promise<Page<ClientRow>> =>
  readPage(db, alive(db).select(columns) as never, request)

export const find = (db: Db, id: string): Promise<ClientRow | undefined> =>
  alive(db).select(columns).where('id', '=', id).executeTakeFirst()

export const findPrincipal = (db: Db, id: string) =>
  alive(db)
    .select(['id', 'email', 'name', 'roles', 'epoch', 'secret_hash', 'redirect_uris'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()

export const lock = (tx: Tx, id: string): Promise<ClientRow | undefined> =>
  alive(tx).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const insert = (
  tx: Tx,
  client: Pick<ClientRow, 'id' | 'name' | 'email' | 'roles'> & {
    secret_hash: string
    redirect_uris?: string[]
  },
): Promise<ClientRow> => tx.insertInto('clients').values(client).returning(columns).executeTakeFirstOrThrow()

export interface ClientChanges {
  name?: string
  email?: string
  roles?: Role[]
  redirect_uris?: string[]
  active?: boolean
  secret_hash?: string
  deleted_at?: Date | null
}

/** `revoke` also ends every token issued so far. */
export const update = (tx: Tx, id: string, changes: ClientChanges, revoke: boolean): Promise<ClientRow> =>
  tx
    .updateTable('clients')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .$if(revoke, (query) => query.set({ epoch: sql`epoch + 1`, epoch_changed_at: sql`now()` }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
