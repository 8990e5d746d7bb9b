import { expect, test } from 'vitest'
import { parseCsv } from '../modules/incidents/csv.ts'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', `'=1+1`],
  ['+49 30 1234', `'+49 30 1234`],
  ['-not a list', `'-not a list`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['＝1', `'＝1`],
  ['a=b', 'a=b'],
])('%j is no formula in a cell', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test.each([
  [`x;=cmd|'/C calc'!A0;`, `x;'=cmd|'/C calc'!A0;`],
  [`x\t@SUM(A1)`, `x\t'@SUM(A1)`],
  [`x;"=cmd|'/C calc'!A0"`, `"x;""'=cmd|'/C calc'!A0"""`],
  [`x\n=WEBSERVICE("https://evil.example")`, `"x\n'=WEBSERVICE(""https://evil.example"")"`],
  [`x\r\n- 2+3+cmd|'/C calc'!A0`, `"x\r\n'- 2+3+cmd|'/C calc'!A0"`],
  [`x;='//evil.example/[a.xlsx]b'!A1`, `x;'='//evil.example/[a.xlsx]b'!A1`],
  [`-1;-cmd|'/C calc'!A0`, `'-1;'-cmd|'/C calc'!A0`],
])('%j is no formula where semicolons or tabs separate cells', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('numbers stay numbers, lists are joined, objects are JSON, and nothing is an empty cell', () => {
  expect(csvLine([-1, true, null, undefined, ['a', 'b'], { clock: 'running' }, []])).toBe(
    '-1,true,,,a; b,"{""clock"":""running""}",\r\n',
  )
})

test('any text comes back as it was', () => {
  const texts = [
    'plain',
    'a,b',
    'say "hi"',
    'two\nlines',
    'two\r\nlines',
    ' spaces ',
    'Try this:\n- restart it!\n- [the runbook](https://kb.example/1)\n@alice, please',
    'printer; -5 °C; a=b (maybe)',
    'Übergröße 漢字 🙂',
    '',
  ]
  expect(parseCsv(csvLine(texts.map((_, i) => `c${i}`)) + csvLine(texts))).toEqual([
    Object.fromEntries(texts.map((text, i) => [`c${i}`, text])),
  ])
})
