import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ada Byron King', 'AK'],
  ['Ada', 'A'],
  ['tom.bauer@example.com', 'TB'],
  ['Østen Ås', 'ØÅ'],
  ['𠮷田 太郎', '𠮷太'],
  ['Zoë Ångström'.normalize('NFD'), 'ZÅ'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
