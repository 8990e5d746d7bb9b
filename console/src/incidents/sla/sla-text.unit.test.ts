import { expect, test } from 'vitest'
import type { State } from '../model.ts'
import { slaText } from './sla-text.ts'

const now = Date.parse('2026-01-01T16:18:00Z')
const breach_at = '2026-01-01T19:15:00Z'
const clock = { breached: false, clock: 'running' as const, breach_at }

test.for<[string, State, object]>([
  ['Due 19:15 (2 h 57 min left)', 'in_progress', {}],
  ['Due 16:18 (less than a minute left)', 'new', { breach_at: '2026-01-01T16:18:20Z' }],
  ['Overdue since 16:17 (less than a minute)', 'new', { breach_at: '2026-01-01T16:17:40Z' }],
  ['SLA paused while on hold', 'on_hold', { clock: 'paused' }],
  ['SLA met', 'resolved', { clock: 'paused' }],
  ['SLA met', 'closed', { clock: 'stopped' }],
  ['SLA breached', 'resolved', { clock: 'paused', breached: true }],
  ['SLA not counted', 'cancelled', { clock: 'stopped' }],
  ['Overdue since 15:18 (1 h)', 'new', { breached: true, breach_at: '2026-01-01T15:18:00Z' }],
  ['Overdue since 15:18 (1 h)', 'new', { breach_at: '2026-01-01T15:18:00Z' }],
])('%s when %s', ([expected, state, more]) =>
  expect(slaText({ ...clock, ...more }, state, now, (at) => at.slice(11, 16))).toBe(expected),
)
