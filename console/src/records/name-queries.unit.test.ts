import { expect, test } from 'vitest'
import { queriesFor } from './name-queries.ts'

test('names are asked for in one query, or in several if the addresses are too long for one', () => {
  expect(queriesFor([])).toEqual([])
  expect(queriesFor(['ada@example.com', 'bob@example.com'])).toEqual(['ada@example.com,bob@example.com'])
  const many = Array.from({ length: 100 }, (_, n) => `person.with.a.long.name.${n}@example.com`)
  const queries = queriesFor(many)
  expect(queries.every(({ length }) => length <= 2000)).toBe(true)
  expect(queries.length).toBe(Math.ceil(many.join(',').length / 2000))
  expect(queries.join(',').split(',')).toEqual(many)
})
