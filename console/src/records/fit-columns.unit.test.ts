import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const columns = [
  { key: 'id', width: '6rem', isWide: true },
  { key: 'priority', width: '4rem' },
  { key: 'title', width: 'minmax(0, 1fr)' },
  { key: 'assignee', width: '12rem', isWide: true },
  { key: 'sla', width: '9rem', isWide: true },
  { key: 'updated', width: '7rem', isWide: true },
]
const shownAt = (width: number) => fitColumns(columns, width).map(({ key }) => key)

test.each([
  [1200, ['id', 'priority', 'title', 'assignee', 'sla', 'updated']],
  [800, ['id', 'priority', 'title', 'assignee', 'sla']],
  [760, ['id', 'priority', 'title', 'assignee']],
  [759, ['priority', 'title']],
  [200, ['priority', 'title']],
])('at %i pixels the columns that have room are shown', (width, keys) => {
  expect(shownAt(width)).toEqual(keys)
})
