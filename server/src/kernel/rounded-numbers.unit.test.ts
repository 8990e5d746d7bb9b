import { expect, test } from 'vitest'
import { parseKeepingDigits } from './rounded-numbers.ts'

test.each([
  [
    '[9007199254740991, 9007199254740993, -9007199254740993]',
    [2 ** 53 - 1, '9007199254740993', '-9007199254740993'],
  ],
  ['{"a":{"b":18446744073709551615},"c":1E+999}', { a: { b: '18446744073709551615' }, c: '1E+999' }],
  ['[0.12345678901234567890, 1e-999, 1.5e300]', [0.12345678901234568, 0, 1.5e300]],
  [String.raw`{"\"9007199254740993":"\\","n":"[9007199254740993, \"9007199254740993\"]"}`, undefined],
  ['9007199254740993', '9007199254740993'],
])('%s keeps its digits', (text, value) => {
  expect(parseKeepingDigits(text)).toEqual(value ?? JSON.parse(text))
})
