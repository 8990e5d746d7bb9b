import { expect, test } from 'vitest'
import { fitColumns, gridOf, isNarrow } from './fit-columns.ts'

const columns = [
  { key: 'id', width: '6rem' },
  { key: 'priority', width: '4rem', isOnSmallScreens: true },
  { key: 'title', width: 'minmax(0, 1fr)', isOnSmallScreens: true },
  { key: 'assignee', width: '12rem' },
  { key: 'sla', width: '9rem', isImportant: true },
  { key: 'updated', width: '7rem' },
]
const shownAt = (width: number, isSelectable = false) =>
  fitColumns(columns, width, isSelectable).map(({ key }) => key)

test.each([
  [1200, ['id', 'priority', 'title', 'assignee', 'sla', 'updated']],
  [800, ['id', 'priority', 'title', 'assignee', 'sla']],
  [780, ['id', 'priority', 'title', 'sla']],
  [520, ['priority', 'title', 'sla']],
  [519, ['priority', 'title']],
  [200, ['priority', 'title']],
])('at %i pixels the columns that have room are shown', (width, keys) => {
  expect(shownAt(width)).toEqual(keys)
})

test('a column that grows takes no less than it names', () => {
  const three = [
    columns[2]!,
    columns[3]!,
    { key: 'roles', width: 'minmax(11rem, 1fr)', isOnSmallScreens: true },
  ]
  const shown = (width: number) => fitColumns(three, width, false).map(({ key }) => key)
  expect([shown(647), shown(648)]).toEqual([
    ['title', 'roles'],
    ['title', 'assignee', 'roles'],
  ])
})

test('the checkbox of a row needs room too', () => {
  expect(shownAt(540, true)).toEqual(['priority', 'title'])
  expect([isNarrow(540, true), isNarrow(540, false)]).toEqual([true, false])
  expect(gridOf(columns.slice(1, 3), true)).toBe('1.25rem 4rem minmax(0, 1fr)')
})
