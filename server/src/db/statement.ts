import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from './ctx.ts'

const pools = new WeakMap<Db, pg.Pool>()

/** Lets statements of ours that need no composing go straight to the driver. */
export const rememberPool = (db: Db, pool: pg.Pool): void => void pools.set(db, pool)

type Write = ($: (value: unknown) => string) => string

/**
 * SQL that is put together by hand where composing it costs more than running it. `$` takes a value and gives its
 * place: `where id = ${$(id)}`.
 */
export function compose(write: Write): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const text = write((value) => `$${values.push(value)}`)
  return { text, values }
}

/** In a transaction it is part of it. */
export async function runComposed<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(db)
  if (!pool) return (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
  const client = await pool.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    client.release()
  }
}

export function run<Row>(db: Db, write: Write): Promise<Row[]> {
  const { text, values } = compose(write)
  return runComposed(db, text, values)
}
