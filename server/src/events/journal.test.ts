import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openQueue } from '../../test/queue.ts'
import { transact } from '../db/ctx.ts'
import { record, type Entry } from './journal.ts'

const ctx = await openQueue()

const entry: Entry = {
  subject_type: 'incident',
  action: 'created',
  changes: [{ field: 'state', from: null, to: 'new' }],
  events: [{ type: 'incident.created', data: {} }],
  jobs: ['notify-stakeholders'],
  claims: [{ key: 'alert', expires_at: null }],
}

const traceOf = async (id: string) =>
  (
    await sql<Record<string, number>>`select
      (select count(*) from audit_entries where subject_id = ${id}) as audited,
      (select count(*) from outbox where subject_id = ${id}) as told,
      (select count(*) from jobs where payload ->> 'id' = ${id}) as jobs,
      (select count(*) from claims where subject_id = ${id}) as claims`.execute(ctx.db)
  ).rows[0]

test('a change writes its audit entry, its events and its jobs', async () => {
  await transact(ctx, (ctx) => record(ctx, 'NEWS', entry))
  expect(await traceOf('NEWS')).toEqual({ audited: 1, told: 1, jobs: 1, claims: 1 })
})

test('imported history is audited with its original time and publishes no events', async () => {
  const now = new Date('2020-02-29T12:00:00Z')
  const claims = [{ key: 'old alert', expires_at: null }]
  await transact({ ...ctx, now, is_history: true }, (ctx) => record(ctx, 'PAST', { ...entry, claims }))
  expect(await traceOf('PAST')).toEqual({ audited: 1, told: 0, jobs: 0, claims: 1 })
  const { rows } = await sql`select at from audit_entries where subject_id = 'PAST'`.execute(ctx.db)
  expect(rows).toEqual([{ at: now }])
})
