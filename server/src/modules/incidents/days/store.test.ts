import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { onlyRow } from '../../../db/rows.ts'
import { lastCountable } from './store.ts'

const app = await startApp()

test.for([
  ['2026-03-01T00:59:59.999Z', '2026-02-26'],
  ['2026-03-01T01:00:00.000Z', '2026-02-27'],
  ['2026-03-01T23:59:59.999Z', '2026-02-27'],
] as const)('at %s the last day that may be counted is %s', async ([at, date]) => {
  const last = lastCountable(sql`${at}::timestamptz`)
  expect(await onlyRow(app.database.db, sql`select (${last})::date::text as date`)).toEqual({ date })
})
