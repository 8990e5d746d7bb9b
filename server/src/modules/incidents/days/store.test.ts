import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { transact } from '../../../db/ctx.ts'
import { allValues, onlyRow } from '../../../db/rows.ts'
import { lastCountable, takeDue } from './store.ts'

const app = await startApp()

test.for([
  ['2026-03-01T00:59:59.999Z', '2026-02-26'],
  ['2026-03-01T01:00:00.000Z', '2026-02-27'],
  ['2026-03-01T23:59:59.999Z', '2026-02-27'],
] as const)('at %s the last day that may be counted is %s', async ([at, date]) => {
  const last = lastCountable(sql`${at}::timestamptz`)
  expect(await onlyRow(app.database.db, sql`select (${last})::date::text as date`)).toEqual({ date })
})

test('a changed day waits until it may be counted, and one that was counted too early is forgotten', () =>
  transact(app.ctx(), async (ctx) => {
    await sql`truncate stale_days, counted_days`.execute(ctx.db)
    await sql`insert into stale_days values ('2026-02-20'), ('2026-02-27')`.execute(ctx.db)
    await sql`insert into counted_days values ('2026-02-25'), ('2026-02-27')`.execute(ctx.db)
    const take = async (at: string) => ({
      taken: (await takeDue(ctx, sql`${at}::timestamptz`)).toSorted(),
      stale: await allValues(ctx.db, sql`select date::text from stale_days`),
      counted: await allValues(ctx.db, sql`select date::text from counted_days`),
    })
    // A transaction that began before midnight has not marked the day, and may not have ended.
    expect(await take('2026-03-01T00:30:00Z')).toEqual({
      taken: ['2026-02-20', '2026-02-26'],
      stale: ['2026-02-27'],
      counted: ['2026-02-25'],
    })
    expect(await take('2026-03-01T01:00:00Z')).toEqual({
      taken: ['2026-02-26', '2026-02-27'],
      stale: [],
      counted: ['2026-02-25'],
    })
  }))
