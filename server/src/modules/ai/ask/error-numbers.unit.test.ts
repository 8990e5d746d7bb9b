import { expect, test } from 'vitest'
import { errorNumbersIn, hasNumbers } from './error-numbers.ts'

test.each([
  ['What does VPN error 809 mean?', ['809']],
  ['Event ID 4625 and error code #5 on the server', ['4625', '5']],
  ['Errors 7 and more', ['7']],
  ['It fails after 10 minutes with 3 errors', []],
  ['SSO-1010 when I sign in', []],
])('%s names %j', (question, numbers) => {
  expect(errorNumbersIn(question)).toEqual(numbers)
})

test('a number is not a part of another', () => {
  expect(hasNumbers('Error 13: the certificate is not accepted', ['13'])).toBe(true)
  expect(hasNumbers('Error 131, and code 2139', ['13'])).toBe(false)
  expect(hasNumbers('Error 13 and 21', ['13', '21'])).toBe(true)
})
