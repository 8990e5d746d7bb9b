import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, toCsvLine } from './parse.ts'

test('quotes, commas and line breaks in cells', () => {
  const { columns, records } = parseCsv('a,b\r\n"1,""x""","two\nlines"\r\n\r\nplain,\n')
  expect(columns).toEqual(['a', 'b'])
  expect(records).toEqual([
    { line: 2, values: { a: '1,"x"', b: 'two\nlines' } },
    { line: 5, values: { a: 'plain', b: '' } },
  ])
})

test('semicolons separate cells where the first line has more of them than commas', () => {
  const { columns, records } = parseCsv('name;location\ndb-1;"Hall 2; left"\n')
  expect(columns).toEqual(['name', 'location'])
  expect(records).toEqual([{ line: 2, values: { name: 'db-1', location: 'Hall 2; left' } }])
})

test('tabs separate the cells of Unicode text from Excel', () => {
  const { columns, records } = parseCsv('name\tlocation\r\ndb-1\t"Hall 2;\tleft, above"\r\n\t\r\n')
  expect(columns).toEqual(['name', 'location'])
  expect(records).toEqual([
    { line: 2, values: { name: 'db-1', location: 'Hall 2;\tleft, above' } },
    { line: 3, values: { name: '', location: '' } },
  ])
})

test.each([
  ['', 'empty'],
  ['a,a\n1,2', "'a' occurs twice"],
  ['a,b\n1', 'Line 2 has 1 cells'],
  ['a\n"open', 'never closed'],
  ['a\n"x"y', 'closing quote'],
])('refuses %j', (text, message) => {
  expect(() => parseCsv(text)).toThrow(message)
})

test('what is written is read again', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') })
  const property = fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
    const text = [['x', 'y'], ...rows].map(toCsvLine).join('')
    const wanted = rows.filter(([x, y]) => x !== '' || y !== '')
    const { records } = parseCsv(text)
    const found = records.map(({ values }) => [values.x, values.y])
    expect(found.filter(([x, y]) => x !== '' || y !== '')).toEqual(wanted)
  })
  fc.assert(property, { numRuns: 300 })
})
