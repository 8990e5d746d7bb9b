import { expect, test } from 'vitest'
import { transact } from '../../src/db/ctx.ts'
import { record } from '../../src/events/journal.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { expireLeases, openQueue, rows } from '../queue.ts'
import { WorkerProcess } from './worker-process.ts'

const kills = 15
const perRound = 40
const entry = {
  subject_type: 'incident',
  action: 'created',
  changes: [{ field: 'state', from: null, to: 'new' }],
  events: [{ type: 'incident.created' as const, data: {} }],
}

test('events reach their subscriber once each, however often the worker is killed', async () => {
  const url = await freshDatabase()
  const ctx = await openQueue(url)
  const heard = async () =>
    (await rows<{ job: number }>(ctx, 'select job from effects')).map(({ job }) => job)
  for (let round = 0; round < kills; round++) {
    for (let i = 0; i < perRound; i++) await transact(ctx, (ctx) => record(ctx, `INC${round}-${i}`, entry))
    const before = (await heard()).length
    const worker = new WorkerProcess(url, `worker ${round}`)
    // A different number each time, so that the kill happens at another moment.
    await eventually(async () => (await heard()).length > before + round)
    await worker.kill()
    // Only the killed worker held leases; they expire now instead of after twenty seconds.
    await eventually(
      async () =>
        (
          await rows(
            ctx,
            `select from pg_stat_activity where application_name = 'mainstay'
      and datname = current_database() and query like '%effects%' and state <> 'idle' and pid <> pg_backend_pid()`,
          )
        ).length === 0,
    )
    await expireLeases(ctx)
  }
  new WorkerProcess(url, 'last')
  await eventually(async () => (await rows(ctx, 'select from outbox')).length === 0, 60)
  const seqs = await heard()
  expect(new Set(seqs).size).toBe(kills * perRound)
  expect(seqs).toHaveLength(kills * perRound)
})
