import { expect, test } from 'vitest'
import { findingsOf } from './findings.ts'
import type { Facts } from './model.ts'

const healthy: Facts = {
  version: '0.2.0',
  time: '2026-11-15T10:00:00.000Z',
  database: {
    kind: 'embedded',
    version: '18.4',
    size_bytes: 2 ** 24,
    latency_ms: 1,
    connections: 10,
    max_connections: 100,
  },
  migrations: { applied: 40, latest: '0040_x.sql', pending: [] },
  clock: { offset_ms: 0 },
  queue: { waiting: 0, oldest_due_seconds: 0, dead: 0, undispatched_events: 0 },
  disk: { free_bytes: 2 ** 36, total_bytes: 2 ** 38 },
  backups: {
    is_supported: true,
    every_hours: 24,
    newest_at: '2026-11-15T01:00:00.000Z',
    error: null,
    archives_changes: false,
    unarchived_seconds: 0,
  },
}

test('a healthy service needs no advice', () => {
  expect(findingsOf(healthy).map(({ check, status, advice }) => [check, status, advice])).toEqual(
    ['Database', 'Migrations', 'Clock', 'Queue', 'Disk', 'Backups'].map((check) => [check, 'ok', undefined]),
  )
})

test('details are in words', () => {
  expect(findingsOf(healthy).map(({ detail }) => detail)).toEqual([
    'embedded PostgreSQL 18.4, 16.0 MiB, 1 ms, 10 of 100 connections',
    '40 applied, up to 0040_x.sql (release 0.2.0)',
    'service and database are 0 ms apart',
    'no jobs waiting',
    '64.0 GiB of 256.0 GiB free (DATA_DIR)',
    'newest 9 h 0 min old',
  ])
})

test.each<[string, Partial<Facts>, string, string]>([
  ['connections', { database: { ...healthy.database, connections: 95 } }, 'Database', 'problem'],
  ['latency', { database: { ...healthy.database, latency_ms: 900 } }, 'Database', 'warning'],
  ['migrations', { migrations: { ...healthy.migrations, pending: ['0041'] } }, 'Migrations', 'problem'],
  ['clocks far apart', { clock: { offset_ms: -40_000 } }, 'Clock', 'problem'],
  ['clocks apart', { clock: { offset_ms: 2000 } }, 'Clock', 'warning'],
  ['jobs that wait', { queue: { ...healthy.queue, oldest_due_seconds: 90 } }, 'Queue', 'warning'],
  ['jobs that nobody takes', { queue: { ...healthy.queue, oldest_due_seconds: 900 } }, 'Queue', 'problem'],
  ['dead jobs', { queue: { ...healthy.queue, dead: 1 } }, 'Queue', 'warning'],
  ['little disk', { disk: { free_bytes: 2 ** 30, total_bytes: 2 ** 33 } }, 'Disk', 'warning'],
  ['no disk', { disk: { free_bytes: 2 ** 20, total_bytes: 2 ** 33 } }, 'Disk', 'problem'],
  ['no backup', { backups: { ...healthy.backups, newest_at: null } }, 'Backups', 'warning'],
  ['unreadable backups', { backups: { ...healthy.backups, error: 'EACCES' } }, 'Backups', 'problem'],
  [
    'changes that are not archived',
    { backups: { ...healthy.backups, archives_changes: true, unarchived_seconds: 6000 } },
    'Backups',
    'problem',
  ],
  ['old backup', { time: '2026-11-18T10:00:00.000Z' }, 'Backups', 'warning'],
])('%s: found, with advice', (_name, change, check, status) => {
  const found = findingsOf({ ...healthy, ...change }).filter((finding) => finding.status !== 'ok')
  expect(found).toEqual([{ check, status, detail: expect.any(String), advice: expect.stringMatching(/\w/) }])
})

test('the queue is described by what is in it, and events that wait have their own advice', () => {
  const queue = { waiting: 1, oldest_due_seconds: 0, dead: 2, undispatched_events: 10_001 }
  const found = findingsOf({ ...healthy, queue }).find(({ check }) => check === 'Queue')
  expect(found).toMatchObject({
    status: 'problem',
    detail: '1 job waiting, 2 failed permanently, 10001 events to dispatch',
    advice: expect.stringMatching(/^Webhooks and notifications are late/),
  })
})

test('an old backup without a schedule needs one', () => {
  const backups = { ...healthy.backups, every_hours: 0, newest_at: '2026-11-01T01:00:00.000Z' }
  const found = findingsOf({ ...healthy, backups }).find(({ check }) => check === 'Backups')
  expect(found?.advice).toBe('Make one with mainstay backup; set BACKUP_EVERY_HOURS=24 to schedule them')
})

const backupsFinding = (change: Partial<Facts['backups']>) =>
  findingsOf({ ...healthy, backups: { ...healthy.backups, ...change } }).find(
    ({ check }) => check === 'Backups',
  )

test('a missing backup that is scheduled does not need a schedule', () => {
  expect(backupsFinding({ newest_at: null })?.advice).toMatch(/the log says why scheduled ones fail$/)
  expect(backupsFinding({ newest_at: null, every_hours: 0 })?.advice).toContain('set BACKUP_EVERY_HOURS=24')
})

test('changes count as archived only while they are', () => {
  const archives_changes = true
  expect(backupsFinding({ archives_changes, unarchived_seconds: 60 })?.detail).toContain('archived since')
  expect(backupsFinding({ archives_changes, unarchived_seconds: 6000 })?.detail).toBe(
    'newest 9 h 0 min old, changes not archived for 1 h 40 min',
  )
})
