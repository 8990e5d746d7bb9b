import { sql } from 'kysely'
import type { Db } from './ctx.ts'
import { firstValue } from './rows.ts'

/** A value that belongs to the database as a whole, such as the fingerprint of its secret key. */
export const readInstance = (db: Db, key: string): Promise<string | undefined> =>
  firstValue(db, sql`select value from instance where key = ${key}`)

export const writeInstance = (db: Db, key: string, value: string) =>
  sql`insert into instance (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(db)
