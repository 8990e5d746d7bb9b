import { CompiledQuery } from 'kysely'
import type { Db } from './ctx.ts'

type Write = ($: (value: unknown) => string) => string

/**
 * A statement whose text is put together from strings; new code uses `sql` templates. `$` takes a value and gives its
 * placeholder: `where id = ${$(id)}`.
 */
export function compose(write: Write): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const text = write((value) => `$${values.push(value)}`)
  return { text, values }
}

export const runComposed = async <Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values) as CompiledQuery<Row>)).rows

export function run<Row>(db: Db, write: Write): Promise<Row[]> {
  const { text, values } = compose(write)
  return runComposed(db, text, values)
}
