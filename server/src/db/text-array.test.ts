import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDb } from '../../test/database.ts'
import { onlyRow } from './rows.ts'
import { textArray } from './text-array.ts'

const db = await openTestDb(1)
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
