import { expect, test } from 'vitest'
import { withoutText } from '../records/model.ts'
import { describeChanges } from './texts.ts'

const changes = [
  { field: 'state', from: 'new', to: 'in_progress' },
  { field: 'assigned_to', from: null, to: 'ada@example.com' },
  { field: 'assignment_group', from: 'network', to: null },
  { field: 'description', from: null, to: 'a confidential text' },
  { field: 'work_notes_count', from: 0, to: 1 },
]

test('a change is described in words', () => {
  expect(describeChanges(changes)).toBe(
    'state new to in progress, assigned to ada@example.com, assignment group removed, description, new note',
  )
})

test('without texts the description is the same', () => {
  const stripped = changes.map(withoutText)
  expect(JSON.stringify(stripped)).not.toContain('confidential')
  expect(describeChanges(stripped)).toBe(describeChanges(changes))
})
