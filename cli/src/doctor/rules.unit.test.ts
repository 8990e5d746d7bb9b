import type { Diagnostics } from '@mainstay/sdk'
import { expect, test } from 'vitest'
import {
  judgeBackups,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeMigrations,
  judgeQueue,
  judgeWebhooks,
} from './rules.ts'

const now = Date.parse('2026-11-15T10:00:00Z')
const healthy: Diagnostics = {
  version: '0.1.0',
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
  },
}
const but = (change: Partial<Diagnostics>): Diagnostics => ({ ...healthy, ...change })

test('a healthy service has no findings', () => {
  const findings = [
    judgeDatabase(healthy),
    judgeMigrations(healthy),
    judgeClock(healthy, now, 10),
    judgeQueue(healthy),
    judgeWebhooks([], []),
    judgeDisk(healthy.disk!, 'DATA_DIR'),
    judgeBackups(healthy, now),
  ]
  for (const { status, advice } of findings) expect([status, advice]).toEqual(['ok', undefined])
})

test.each([
  ['connections', judgeDatabase(but({ database: { ...healthy.database, connections: 95 } })), 'problem'],
  ['latency', judgeDatabase(but({ database: { ...healthy.database, latency_ms: 900 } })), 'warning'],
  [
    'migrations',
    judgeMigrations(but({ migrations: { ...healthy.migrations, pending: ['0041'] } })),
    'problem',
  ],
  ['clock of the service', judgeClock(but({ clock: { offset_ms: -40_000 } }), now, 10), 'problem'],
  ['clock of this machine', judgeClock(healthy, now + 9000, 10), 'warning'],
  ['jobs that wait', judgeQueue(but({ queue: { ...healthy.queue, oldest_due_seconds: 90 } })), 'warning'],
  [
    'jobs that nobody takes',
    judgeQueue(but({ queue: { ...healthy.queue, oldest_due_seconds: 900 } })),
    'problem',
  ],
  ['dead jobs', judgeQueue(but({ queue: { ...healthy.queue, dead: 1 } })), 'warning'],
  ['little disk', judgeDisk({ free_bytes: 2 ** 30, total_bytes: 2 ** 33 }, 'x'), 'warning'],
  ['no disk', judgeDisk({ free_bytes: 2 ** 20, total_bytes: 2 ** 33 }, 'x'), 'problem'],
  ['no backup', judgeBackups(but({ backups: { ...healthy.backups, newest_at: null } }), now), 'warning'],
  [
    'unreadable backups',
    judgeBackups(but({ backups: { ...healthy.backups, error: 'EACCES' } }), now),
    'problem',
  ],
  ['old backup', judgeBackups(healthy, now + 3 * 86_400_000), 'warning'],
])('%s is found, with advice', (_name, { status, advice }, wanted) => {
  expect(status).toBe(wanted)
  expect(advice).toMatch(/\w/)
})
