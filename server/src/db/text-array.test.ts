import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { silent } from '../../test/ctx.ts'
import { freshDatabase } from '../../test/database.ts'
import { openDb, openPool } from './pool.ts'
import { onlyRow } from './rows.ts'
import { textArray } from './text-array.ts'

const db = openDb(openPool(await freshDatabase(), 1, silent))
afterAll(() => db.destroy())

test.for([
  [[]],
  [['one']],
  [[null]],
  [['', null, 'null', '{a,b}', 'a "quoted" \\ path', 'two\nlines', 'Zürich 🚒 \u2028']],
  [Array.from({ length: 64 }, (_, i) => (i % 3 ? 'é'.repeat(i * 50) : null))],
])('PostgreSQL reads the values as they were given (%#)', async ([values]) => {
  const { read } = await onlyRow(
    db,
    sql<{ read: (string | null)[] }>`select ${textArray(values!)}::text[] as read`,
  )
  expect(read).toEqual(values)
})
