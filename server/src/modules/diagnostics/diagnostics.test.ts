import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { openFolder } from '../../../test/folders.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { archiveSlot } from '../../db/backup/archive-log.ts'
import { openSession } from '../../db/session.ts'
import { diagnose } from './service.ts'
import { readUnarchivedSeconds } from './store.ts'

const app = await startApp()
// A comparison with the clock of the database would correct the false time.
app.database.clock.sync = async () => undefined

interface Diagnostics {
  findings: { check: string; status: string }[]
  database: { kind: string; connections: number; max_connections: number }
  migrations: { applied: number; pending: string[] }
  queue: { dead: number; oldest_due_seconds: number }
  disk: object | null
  backups: { is_supported: boolean }
}

const read = async () => expectOk<Diagnostics>(await app.call('GET', '/diagnostics'), 200)

test('it says how the database, the queue and the backups are', async () => {
  const { database, migrations, disk, backups } = await read()
  expect(database.kind).toBe('external')
  expect(database.connections).toBeGreaterThan(0)
  expect(migrations.pending).toEqual([])
  expect(migrations.applied).toBeGreaterThan(20)
  expect([disk, backups.is_supported]).toEqual([null, false])
})

test('backups that cannot be read are a result, not a failure', async () => {
  const data_dir = openFolder()
  mkdirSync(path.join(data_dir, 'postgres/global'), { recursive: true })
  const backup_dir = path.join(data_dir, 'postgres/global/pg_control')
  writeFileSync(backup_dir, Buffer.alloc(512, 1))
  const ctx = app.ctx()
  const { backups } = await diagnose({
    ...ctx,
    config: { ...ctx.config, database_url: '', data_dir, backup_dir },
  })
  expect(backups).toMatchObject({ newest_at: null, error: expect.stringContaining('not a directory') })
})

test('the disk is that of the database, which may be elsewhere', async () => {
  const data_dir = openFolder()
  symlinkSync('/proc', path.join(data_dir, 'postgres')) // a file system without any space
  const ctx = app.ctx()
  const { disk } = await diagnose({ ...ctx, config: { ...ctx.config, database_url: '', data_dir } })
  expect(disk).toEqual({ free_bytes: 0, total_bytes: 0 })
})

test('the time that the queries take is no difference between the clocks', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const diagnosing = diagnose({ ...app.ctx(), now: new Date() })
  vi.setSystemTime(Date.now() + 5000)
  expect((await diagnosing).clock).toEqual({ offset_ms: 0 })
})

test('changes are unarchived from the end of their segment of the log until the slot has passed it', async () => {
  const { db } = app.ctx()
  const session = await openSession(app.url, 'test')
  await session.query(`select pg_create_physical_replication_slot($1, true, true)`, [archiveSlot])
  await session.query('select txid_current(), pg_switch_wal()')
  expect(await eventually(async () => (await readUnarchivedSeconds(db)) > 0)).toBe(true)
  // Others write to the same log, which may finish another segment between the two statements.
  const isCaughtUp = async () => {
    await session.query('select pg_replication_slot_advance($1, pg_current_wal_lsn())', [archiveSlot])
    return (await readUnarchivedSeconds(db)) === 0
  }
  expect(await eventually(isCaughtUp)).toBe(true)
  await session.end()
})

test('jobs that were given up and migrations that are missing are found', async () => {
  await app.query(`insert into jobs (type, dead_at) values ('gone', now())`)
  await app.query(`insert into jobs (type, run_at) values ('nobody takes it', now() - interval '2 minutes')`)
  const [latest] = await app.query<{ name: string }>(
    `delete from migrations where name = (select max(name) from migrations) returning name`,
  )
  const { findings, queue, migrations } = await read()
  expect(queue.dead).toBe(1)
  // Without the one that says how slow this machine is.
  const wrong = findings.filter(({ check, status }) => check !== 'Database' && status !== 'ok')
  expect(wrong.map(({ check }) => check)).toEqual(['Migrations', 'Queue'])
  expect(queue.oldest_due_seconds).toBeGreaterThanOrEqual(120)
  expect(migrations.pending).toEqual([latest!.name])
})

test('only those who audit may read it', async () => {
  const refused = await app.call('GET', '/diagnostics', { as: await app.tokenFor('itsm_agent') })
  const { required_roles } = expectProblem(refused, 403, 'insufficient_role')
  expect(required_roles).toEqual(['auditor', 'itsm_manager', 'super_admin'])
})
