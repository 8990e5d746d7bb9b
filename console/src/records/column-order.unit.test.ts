import { expect, test } from 'vitest'
import { moved, shownKeys, withChoice } from './column-order.ts'

const declared = { keys: ['id', 'state', 'title', 'owner', 'age'], main: 'title' }

test.for<[string[], string[]]>([
  [
    ['id', 'title', 'age'],
    ['id', 'title', 'age'],
  ],
  [
    ['age', 'title', 'id'],
    ['age', 'title', 'id'],
  ],
  // Unknown columns are left out, and the linked one is never missing.
  [
    ['age', 'gone', 'state'],
    ['age', 'state', 'title'],
  ],
  [[], ['title']],
])('of %j the columns %j are shown', ([chosen, shown]) => expect(shownKeys(chosen, declared)).toEqual(shown))

test('a checked column comes behind the one that is declared before it, the others keep their order', () => {
  expect(withChoice(['age', 'title', 'id'], ['age', 'title', 'id', 'state'], declared)).toEqual([
    'age',
    'title',
    'id',
    'state',
  ])
  expect(withChoice(['title', 'age'], ['title', 'age', 'id', 'owner'], declared)).toEqual([
    'id',
    'title',
    'owner',
    'age',
  ])
  expect(withChoice(['age', 'title', 'id'], ['id'], declared)).toEqual(['title', 'id'])
})

test('a column moves by one place, and not beyond the ends', () => {
  expect(moved(['id', 'title', 'age'], 'age', -1)).toEqual(['id', 'age', 'title'])
  expect(moved(['id', 'title', 'age'], 'id', 1)).toEqual(['title', 'id', 'age'])
  expect(moved(['id', 'title', 'age'], 'id', -1)).toEqual(['id', 'title', 'age'])
  expect(moved(['id', 'title'], 'gone', 1)).toEqual(['id', 'title'])
})
