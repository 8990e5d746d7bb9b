import { expect, test } from 'vitest'
import { problemOf, typeOf } from './import-file.ts'

test('the type of a file follows from its name', () => {
  expect(['a.csv', 'A.CSV', 'b.jsonl', 'c.old.ndjson', 'd.xlsx', 'csv'].map(typeOf)).toEqual([
    'text/csv',
    'text/csv',
    'application/x-ndjson',
    'application/x-ndjson',
    undefined,
    'text/csv',
  ])
})

test('a file that the service would refuse is named before it is sent', () => {
  expect(problemOf({ name: 'a.csv', size: 16 * 2 ** 20 })).toBeUndefined()
  expect(problemOf({ name: 'a.csv', size: 16 * 2 ** 20 + 1 })).toMatch('larger than 16 MiB')
  expect(problemOf({ name: 'a.xlsx', size: 1 })).toMatch('neither a .csv nor a .jsonl file')
})
