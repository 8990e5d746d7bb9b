import { expect, test } from 'vitest'
import { queryOf, readView } from './model.ts'
import { toCsv } from './csv.ts'

test.each([
  [{}, { days: 30 }],
  [{ days: '7' }, { days: 7 }],
  [{ days: '12345' }, { days: 30 }],
  [
    { from: '2026-01-01', to: '2026-02-01' },
    { from: '2026-01-01', to: '2026-02-01' },
  ],
  [{ from: '2026-01-01' }, { from: '2026-01-01' }],
  [{ from: '2026-02-01', to: '2026-01-01' }, { days: 30 }],
  [{ from: 'x', days: '90' }, { days: 90 }],
])('%o in the URL asks for %o', (search, query) => {
  expect(queryOf(readView(search))).toEqual(query)
})

test('a table becomes CSV with quotes where they are needed', () => {
  expect(
    toCsv(
      ['Date', 'A, "b"'],
      [
        ['2026-01-01', '1'],
        ['2026-01-02', ''],
      ],
    ),
  ).toBe('Date,"A, ""b"""\r\n2026-01-01,1\r\n2026-01-02,\r\n')
})
