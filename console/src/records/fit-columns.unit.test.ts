import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const columns = [
  { key: 'id', width: '6rem' },
  { key: 'priority', width: '4rem', isOnSmallScreens: true },
  { key: 'title', width: 'minmax(0, 1fr)', isOnSmallScreens: true },
  { key: 'assignee', width: '12rem' },
  { key: 'sla', width: '9rem' },
  { key: 'updated', width: '7rem' },
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
