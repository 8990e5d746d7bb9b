import { expect, test } from 'vitest'
import { painter } from './colour.ts'
import { barOf } from './progress.ts'
import { fields, table } from './table.ts'
import { dueIn, span } from './time.ts'

interface Row {
  name: string
  text: string | null
}

const columns = [
  { title: 'Name', value: (row: Row) => row.name },
  { title: 'Text', value: (row: Row) => row.text, shrinks: true },
]

test('columns are as wide as their widest cell', () => {
  expect(
    table(
      [
        { name: 'a', text: 'short' },
        { name: 'longer', text: null },
      ],
      columns,
    ),
  ).toBe('NAME    TEXT\na       short\nlonger  -')
})

test('a narrow terminal cuts the column that may shrink, and a pipe cuts nothing', () => {
  const rows = [{ name: 'INC0000001', text: 'a text that is much too long for this terminal' }]
  for (const line of table(rows, columns, 30).split('\n')) expect(line.length).toBeLessThanOrEqual(30)
  expect(table(rows, columns, 30)).toContain('…')
  expect(table(rows, columns)).toContain('terminal')
})

test('a terminal too narrow leaves out what is optional, until the last column can be read', () => {
  const optional = { optional: true, shrinks: true }
  const more = [
    columns[0]!,
    { title: 'Group', value: () => 'Network Operations', optional: true },
    { title: 'Assignee', value: () => 'ada.byron@example.com', ...optional },
    columns[1]!,
  ]
  const rows = [{ name: 'INC0000001', text: 'a text that is much too long for this terminal' }]
  const header = (width?: number) => table(rows, more, width).split('\n')[0]!.split(/\s+/)
  expect(header()).toEqual(['NAME', 'GROUP', 'ASSIGNEE', 'TEXT'])
  expect(header(80)).toEqual(['NAME', 'GROUP', 'ASSIGNEE', 'TEXT'])
  expect(header(60)).toEqual(['NAME', 'GROUP', 'TEXT'])
  expect(header(50)).toEqual(['NAME', 'TEXT'])
  expect(table(rows, more, 50)).toContain('a text that is much too long')
  expect(table([{ name: 'a', text: 'b' }], more, 40)).toContain('Network Operations')
})

test.for([
  '日本',
  '한국',
  '한국'.normalize('NFD'),
  '「。',
  'ー～',
  'ﾌﾟﾘﾝ',
  'が\u3099は',
  '🚀🚀',
  '\u200Eab\u200Bcd',
])('wide characters keep the columns aligned: %s', (name) => {
  const rows = [
    { name, text: 'x' },
    { name: 'abcd', text: 'y' },
  ]
  expect(table(rows, columns)).toBe(`NAME  TEXT\n${name}  x\nabcd  y`)
})

test('text of the service cannot control the terminal', () => {
  const attack = '\u001B[2Jgone\u0007\u202E\u2066\nsecond line'
  expect(table([{ name: 'a', text: attack }], columns)).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u)
  expect(table([{ name: 'a', text: attack }], columns).split('\n')).toHaveLength(2)
  expect(fields([['Text', attack]])).not.toContain('\u001B')
})

test('fields without a value are left out', () => {
  expect(
    fields([
      ['Name', 'a'],
      ['Group', null],
      ['Roles', ['x', 'y']],
    ]),
  ).toBe('Name   a\nRoles  x, y')
})

test('colours are for terminals, and not when NO_COLOR is set', () => {
  const output = (isTTY: boolean) => ({ isTTY, write: () => true })
  expect(painter(output(true), {})('red', 'x')).toBe('\u001B[31mx\u001B[0m')
  expect(painter(output(false), {})('red', 'x')).toBe('x')
  expect(painter(output(true), { NO_COLOR: '1' })('red', 'x')).toBe('x')
  expect(painter(output(true), { TERM: 'dumb' })('red', 'x')).toBe('x')
})

test('times are short', () => {
  expect(dueIn('2026-01-01T03:00:00Z', Date.parse('2026-01-01T00:03:00Z'))).toBe('2 h 57 min left')
  expect(dueIn('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:05:00Z'))).toBe('5 min over')
  expect([span(9000), span(90_000_000)]).toEqual(['9 s', '1 d 1 h'])
  expect(barOf(0, 0)).toContain('100 %')
  expect(barOf(1, 3)).toContain('33 %  1 of 3')
})
