import { appendFileSync, closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { endOf, startOverWhenLarge } from './server-log.ts'

test('a log starts over when it is large, also while a process writes to it', () => {
  const file = path.join(openFolder(), 'postgres.log')
  startOverWhenLarge(file) // there is none yet
  writeFileSync(file, 'kept\n')
  startOverWhenLarge(file)
  expect(endOf(file)).toBe('kept\n')
  const writer = openSync(file, 'a')
  appendFileSync(file, 'x'.repeat(10 * 2 ** 20))
  writeSync(writer, 'the reason\n')
  expect(endOf(file)).toMatch(/^x+the reason\n$/)
  expect(endOf(file)).toHaveLength(2000)
  startOverWhenLarge(file)
  writeSync(writer, 'after\n')
  closeSync(writer)
  expect(readFileSync(file, 'utf8')).toBe('after\n')
})
