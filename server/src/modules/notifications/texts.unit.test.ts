import { expect, test } from 'vitest'
import { withoutText } from '../records/model.ts'
import { describeChanges } from './texts.ts'

const changes = [
  { field: 'state', from: 'new', to: 'in_progress' },
  { field: 'assigned_to', from: 'max_b@example.com', to: 'jo_ann@example.com' },
  { field: 'assignment_group', from: null, to: 'net_ops' },
  { field: 'priority', from: 'P2', to: null },
  { field: 'short_description', from: null, to: 'a confidential title' },
  { field: 'ci_id', from: null, to: 'CI0000001' },
  { field: 'description', from: null, to: 'a confidential text' },
  { field: 'work_notes_count', from: 0, to: 1 },
  { field: 'resolved_at', from: null, to: '2026-03-01T12:00:00Z' },
]

test('a change is described in words', () => {
  expect(describeChanges(changes)).toBe(
    'state new to in progress, assignee max_b@example.com to jo_ann@example.com, assignment group net_ops, ' +
      'priority removed, summary, configuration item, description, new note',
  )
})

test('without texts the description is the same', () => {
  const stripped = changes.map(withoutText)
  expect(JSON.stringify(stripped)).not.toContain('confidential')
  expect(describeChanges(stripped)).toBe(describeChanges(changes))
})
