import { expect, test } from 'vitest'
import { titleOf } from './write-text.ts'
import type { Write } from './write.ts'

const patch = (path: string, body: object): Write => ({
  id: 'w1',
  method: 'patch',
  path,
  body,
  at: '2026-11-16T08:00:00.000Z',
})

test.each([
  ['/incidents/INC0000042', { state: 'in_progress' }, 'INC0000042: State: In progress'],
  [
    '/incidents/INC0000042',
    { assigned_to: null, work_note: 'Over to you' },
    'INC0000042: Assigned to: None, Work note: Over to you',
  ],
  ['/incidents/INC0000042', { ci_id: 'CI0000007' }, 'INC0000042: Configuration item: CI0000007'],
  [
    '/changes/CHG0000007',
    { ci_ids: ['CI0000001', 'CI0000002'] },
    'CHG0000007: Configuration items: CI0000001, CI0000002',
  ],
  ['/changes/CHG0000007', { incident_ids: [] }, 'CHG0000007: Incidents: None'],
  ['/requests/REQ0000007', { state: 'in_fulfillment' }, 'REQ0000007: State: In fulfilment'],
  [
    '/requests/REQ0000007',
    { quantity: 2, variables: { size: 14 } },
    'REQ0000007: Quantity: 2, Variables: {"size":14}',
  ],
] as const)('a change of %s to %j is shown as people read it', (path, body, shown) => {
  expect(titleOf(patch(path, body))).toBe(shown)
})

test('times are shown as everywhere else', () => {
  const title = titleOf(patch('/changes/CHG0000007', { planned_start: '2026-11-19T20:00:00.000Z' }))
  expect(title).toMatch(/^CHG0000007: Planned start: \d{1,2} Nov 2026, \d\d:\d\d$/)
})
