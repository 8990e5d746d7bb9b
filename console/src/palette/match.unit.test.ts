import { expect, test } from 'vitest'
import { isMatch } from './match.ts'

test.each([
  ['New P1 incident', 'new p1', true],
  ['New P1 incident', 'p1 inc', true],
  ['Go to Incidents', 'inc', true],
  ['Go to Incidents', 'inc300', false],
  ['Assign INC0000300 to me', 'assign to me', true],
  ['Sign out', 'out of', false],
  ['Störungen İzmir', 'storu izm', true],
  ['Storungen', 'störu', true],
  ['Sign out', '', true],
])('%s matches %s: %s', (text, q, is) => {
  expect(isMatch(text, q)).toBe(is)
})
