import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ada Byron King', 'AK'],
  ['Ada', 'A'],
  ['tom.bauer@example.com', 'TB'],
  ['Østen Ås', 'ØÅ'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
