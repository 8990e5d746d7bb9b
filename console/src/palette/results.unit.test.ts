import { expect, test } from 'vitest'
import { mayRun } from './results.ts'

const command = { id: 'new', label: 'New incident', icon: '', run: () => undefined }
const found = { ...command, result: {} as never }

test('Enter waits for the results of what is typed, unless something else is meant', () => {
  expect(mayRun(found, 0, true)).toBe(true)
  expect(mayRun(found, 0, false)).toBe(false)
  expect(mayRun(undefined, 0, false)).toBe(false)
  expect(mayRun(found, 1, false)).toBe(true)
  expect(mayRun(command, 0, false)).toBe(true)
})
