import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import type { PageRequest } from '../../db/page.ts'
import { firstRow } from '../../db/rows.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import { administeredTable } from '../records/administered/store.ts'
import { Client } from './model.ts'

export type ClientRow = StoredRow<typeof Client>

export type ClientInput = Pick<ClientRow, 'id' | 'name' | 'email' | 'roles'> & {
  redirect_uris?: string[]
  active?: boolean
  secret_hash: string
}

const table = administeredTable<ClientRow, ClientInput>({
  table: 'clients',
  columns: Object.keys(Client.properties),
  write_only: ['secret_hash'],
})

export const { find, lock, insert, update } = table
export const list = (db: Db, request: PageRequest) => table.list(db, [], request)

type Principal = Pick<ClientRow, 'id' | 'email' | 'name' | 'roles' | 'redirect_uris'> & {
  epoch: number
  secret_hash: string
}

export const findPrincipal = (db: Db, id: string): Promise<Principal | undefined> =>
  firstRow(
    db,
    sql`select id, email, name, roles, epoch, secret_hash, redirect_uris from clients
      where id = ${id} and active and deleted_at is null`,
  )
