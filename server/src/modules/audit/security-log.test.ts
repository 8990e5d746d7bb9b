import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { openDb, openPool } from '../../db/pool.ts'
import { SecurityLog, type SecurityEvent } from './security-log.ts'

const app = await startApp()

const refused = (n: number): SecurityEvent => ({
  action: 'access_refused',
  actor: { id: `robot-${n}`, email: `robot-${n}@example.com` },
  subject_id: `robot-${n}`,
  address: '192.0.2.1',
  user_agent: 'x'.repeat(5000),
})

interface Entry {
  subject_id: string
  details: { count: number; user_agent?: string }
}

const entries = () =>
  app.query<Entry>(`select subject_id, changes -> 0 -> 'to' as details from audit_entries
    where action = 'access_refused' order by seq`)

test('counted events are written when the service stops, completely and bounded', async () => {
  const log = new SecurityLog(app.ctx, new Registry())
  for (let round = 0; round < 3; round++) for (let n = 0; n < 1500; n++) log.note(refused(n))
  await log.stop()
  const written = await entries()
  expect(new Set(written.map(({ subject_id }) => subject_id)).size).toBe(1001)
  expect(written.length).toBeLessThanOrEqual(2 * 1001)
  expect(written.reduce((sum, { details }) => sum + details.count, 0)).toBe(4500)
  const others = written.filter(({ subject_id }) => subject_id === 'others')
  expect(others.reduce((sum, { details }) => sum + details.count, 0)).toBe(1500)
  expect(written[0]!.details.user_agent).toHaveLength(300)
})

test('while the database is unavailable nothing is lost, and a sign-in does not fail because of the log', async () => {
  const pool = openPool('postgres://nobody@127.0.0.1:1/none', 2, app.ctx().log)
  let db = openDb(pool)
  const log = new SecurityLog(() => ({ ...app.ctx(), db }), new Registry())
  const before = (await entries()).length
  log.note(refused(5000))
  await log.record({ ...refused(5001), action: 'signed_in' })
  await log.stop()
  expect(await entries()).toHaveLength(before)
  await db.destroy()
  db = app.database.db
  await log.stop()
  expect((await entries()).slice(before)).toMatchObject([{ subject_id: 'robot-5000', details: { count: 1 } }])
})
