import { sql, type RawBuilder } from 'kysely'
import { sealedPrefix, sealWith, unseal, unsealWith, type Keys } from '../kernel/crypto.ts'
import type { KeySet } from '../kernel/key-ring.ts'
import type { Db } from './ctx.ts'
import { allRows, onlyValue } from './rows.ts'
import type { SealedColumn } from './sealed-columns.ts'

const batch = 200

type Row = Record<string, string> & { value: string }

/** Re-encrypts values of other keys. Each batch is its own statement, so an interrupted run can be continued later. */
export async function reseal(db: Db, keys: Keys, column: SealedColumn, next: KeySet): Promise<number> {
  let done = 0
  for await (const rows of batches(db, column, notSealedBy(next))) {
    const resealed = rows.map((row) => {
      const context = column.context(row)
      return { ...row, resealed: sealWith(next, context, open(keys, column, context, row)) }
    })
    await replace(db, column, resealed)
    done += rows.length
  }
  return done
}

function open(keys: Keys, { table, column }: SealedColumn, context: string, row: Row): string {
  try {
    return unseal(keys, context, row.value)
  } catch (cause) {
    throw new Error(`${table}.${column} of "${context}" cannot be opened with any key known here`, { cause })
  }
}

/** A value written in the meantime is newer than the one that was read, and is kept. */
async function replace(db: Db, { table, column, key }: SealedColumn, rows: (Row & { resealed: string })[]) {
  const names = [...key, 'value', 'resealed']
  const lists = names.map((name) => sql`${rows.map((row) => row[name])}::text[]`)
  await sql`update ${sql.table(table)} as kept set ${sql.ref(column)} = given.resealed
    from unnest(${sql.join(lists)}) as given (${sql.join(names.map((name) => sql.ref(name)))})
    where ${sql.join(
      key.map((name) => sql`kept.${sql.ref(name)} = given.${sql.ref(name)}`),
      sql` and `,
    )} and kept.${sql.ref(column)} = given.value`.execute(db)
}

/** The number of values of a column that another key encrypted. */
export const countOthers = (db: Db, { table, column }: SealedColumn, next: KeySet): Promise<number> =>
  onlyValue(
    db,
    sql`select count(*)::int from ${sql.table(table)}
      where ${sql.ref(column)} <> '' and ${notSealedBy(next)(column)}`,
  )

/** Decrypts every value with the new key alone and returns the count; throws if one cannot be decrypted. */
export async function verifyColumn(db: Db, column: SealedColumn, next: KeySet): Promise<number> {
  let opened = 0
  for await (const rows of batches(db, column, () => sql<boolean>`true`)) {
    for (const row of rows) unsealWith(next, column.context(row), row.value)
    opened += rows.length
  }
  return opened
}

type Condition = (column: string) => RawBuilder<boolean>

const notSealedBy =
  (set: KeySet): Condition =>
  (column) =>
    sql<boolean>`not starts_with(${sql.ref(column)}, ${sealedPrefix(set.id)})`

/** In key order, from the end of the last batch. */
async function* batches(db: Db, { table, column, key }: SealedColumn, condition: Condition) {
  const names = sql.join(key.map((name) => sql.ref(name)))
  let last: Row | undefined
  for (;;) {
    const after = last
      ? sql`and (${names}) > (${sql.join(key.map((name) => sql`${last![name]}::text`))})`
      : sql``
    const rows = await allRows<Row>(
      db,
      sql`select ${names}, ${sql.ref(column)} as value from ${sql.table(table)}
        where ${sql.ref(column)} <> '' and ${condition(column)} ${after}
        order by ${names} limit ${sql.lit(batch)}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
    last = rows.at(-1)
  }
}
