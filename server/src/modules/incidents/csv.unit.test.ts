import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

describe('CSV', () => {
  test.each<[what: string, text: string, records: object[]]>([
    ['nothing', '', []],
    ['names alone', 'a,b\n', []],
    [
      'lines that end in LF',
      'a,b\n1,2\n3,4\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['lines that end in CR LF', 'a,b\r\n1,2\r\n', [{ a: '1', b: '2' }]],
    ['lines that end in CR', 'a,b\r1,2\r', [{ a: '1', b: '2' }]],
    ['a last line without an end', 'a,b\n1,2', [{ a: '1', b: '2' }]],
    ['a last field that is empty, without an end', 'a,b\n1,', [{ a: '1', b: '' }]],
    ['commas in quotes', 'a,b\n"1,5",2\n', [{ a: '1,5', b: '2' }]],
    ['line breaks in quotes', 'a,b\n"x\r\ny\nz",2\n', [{ a: 'x\r\ny\nz', b: '2' }]],
    ['doubled quotes', 'a\n"say ""hi"""\n', [{ a: 'say "hi"' }]],
    ['quotes inside of plain text', 'a,b\n5" disk,2\n', [{ a: '5" disk', b: '2' }]],
    [
      'text behind a closing quote',
      'a,b\n"x"y,2\n3,4\n',
      [
        { a: 'xy', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['empty quotes', 'a,b\n"",2\n', [{ a: '', b: '2' }]],
    ['blank lines', 'a,b\n\n1,2\n\n\n', [{ a: '1', b: '2' }]],
    [
      'fewer fields than names',
      'a,b,c\n1\n1,2\n',
      [
        { a: '1', b: '', c: '' },
        { a: '1', b: '2', c: '' },
      ],
    ],
    ['more fields than names', 'a\n1,2,3\n', [{ a: '1', 'column 2': '2', 'column 3': '3' }]],
    ['names with spaces around them', ' a , b\n1,2\n', [{ a: '1', b: '2' }]],
    ['spaces in fields, which belong to them', 'a,b\n 1 ,2\n', [{ a: ' 1 ', b: '2' }]],
  ])('with %s', (_what, text, records) => {
    expect(parseCsv(text)).toEqual(records)
  })

  test('that ends inside quotes is refused, so that no record is lost', () => {
    expect(() => parseCsv('a,b\n"1,2\n3,4\n')).toThrow('ends inside a quoted field')
  })

  test('with a duplicate column is refused', () => {
    expect(() => parseCsv('a,b,a\n1,2,3\n')).toThrow('names a column twice')
  })

  test('with a column named like a JavaScript property is treated as text', () => {
    const [record] = parseCsv('__proto__,constructor\n1,2\n')
    expect(Object.entries(record!)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('is parsed back unchanged, for any content', () => {
    const field = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') }),
      fc.string(),
    )
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field), { maxLength: 8 }), (rows) => {
        const text = ['x,y', ...rows.map((row) => row.map(quote).join(','))].join('\n')
        expect(parseCsv(text)).toEqual(rows.map(([x, y]) => ({ x, y })))
      }),
      { numRuns: 500 },
    )
  })
})
