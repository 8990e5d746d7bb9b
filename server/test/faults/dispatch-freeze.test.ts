import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../receiver.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode, publishEvents } from './hooks.ts'
import { nothingWrong, reconcile } from './reconcile.ts'
import { openSql } from './sql.ts'

test('a node that freezes while dispatching events delays them for seconds, and nothing happens twice', async () => {
  const receiver = await startReceiver()
  const url = await freshDatabase()
  const sql = openSql(url)
  const frozen = await startNode(receiver, 'frozen', { DATABASE_URL: url })
  const hooks = await addHooks(frozen, receiver, [{}, {}])
  // Slow enough that the freeze interrupts it.
  await sql(`create function slow_down() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return null; end $$`)
  await sql(`create trigger slow_down after insert on deliveries execute function slow_down()`)
  await publishEvents(sql, 250)
  await eventually(
    async () => (await sql(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0,
  )
  frozen.kill('SIGSTOP')
  const lost = performance.now()
  const other = await startNode(receiver, 'other', { DATABASE_URL: url })
  await eventually(async () => (await sql(`select from outbox`)).length === 0, 60)
  const seconds = (performance.now() - lost) / 1000
  frozen.kill('SIGCONT')
  await drained(sql, 60)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ seconds, ...figures })
  expect(findings).toEqual(nothingWrong)
  expect(figures).toMatchObject({ events: 250, deliveries: 500, failed: 0, duplicates: 0 })
  expect(await Promise.all([frozen.stop(), other.stop()])).toEqual([0, 0])
})
