import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test.each([
  ['Mail, Berlin', '"Mail, Berlin"'],
  ['the "big" one', '"the ""big"" one"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1,A2)', `"'@SUM(A1,A2)"`],
  ['-cmd', "'-cmd"],
  ['-12.5', '-12.5'],
  ['＝1+1', "'＝1+1"],
  ['a;=HYPERLINK(1)', "a;'=HYPERLINK(1)"],
  ['\n=1', `"'\n=1"`],
  [' Mail', '" Mail"'],
  ['', ''],
])('%j becomes %s', (text, written) => {
  expect(toCsv(['group'], [[text]])).toBe(`group\r\n${written}\r\n`)
})
