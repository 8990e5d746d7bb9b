import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { openDb, openPool } from '../../db/pool.ts'
import type { SecurityEvent } from './security-event.ts'
import { SecurityLog } from './security-log.ts'

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
  details: { count: number; user_agent?: string; address?: string; api_key_id?: string }
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

test('one entry counts only what came from one place, and a caller of many places cannot fill the log', async () => {
  const log = new SecurityLog(app.ctx, new Registry())
  const before = (await entries()).length
  const from = (address: string, user_agent: string, api_key_id?: string) =>
    log.note({ ...refused(6000), address, user_agent, details: { api_key_id } })
  from('192.0.2.1', 'script', 'key_a')
  from('192.0.2.1', 'script', 'key_a')
  from('192.0.2.1', 'thief', 'key_a')
  from('198.51.100.9', 'script', 'key_a')
  from('192.0.2.1', 'script', 'key_b')
  for (let n = 0; n < 100; n++) from(`203.0.113.${n}`, 'scan')
  await log.stop()
  const written = (await entries()).slice(before)
  const details = written.map((entry) => entry.details)
  expect(details.slice(0, 4)).toEqual([
    { address: '192.0.2.1', user_agent: 'script', api_key_id: 'key_a', count: 2 },
    { address: '192.0.2.1', user_agent: 'thief', api_key_id: 'key_a', count: 1 },
    { address: '198.51.100.9', user_agent: 'script', api_key_id: 'key_a', count: 1 },
    { address: '192.0.2.1', user_agent: 'script', api_key_id: 'key_b', count: 1 },
  ])
  expect(details).toHaveLength(11)
  expect(details.at(-1)).toEqual({ count: 94 })
  expect(new Set(written.map(({ subject_id }) => subject_id))).toEqual(new Set(['robot-6000']))
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
