import { chownSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { writeDurably } from './durable-files.ts'
import { ensureSharedFolder } from './owner.ts'

const umask = process.umask()
afterEach(() => void process.umask(umask))

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('under a strict umask, the folder that root shares is open to the PostgreSQL user', () => {
  const folder = path.join(openFolder(), 'shared')
  process.umask(0o077)
  ensureSharedFolder(folder)
  expect(modeOf(folder)).toBe('755')
})

test.runIf(process.getuid?.() === 0)('a file that root replaces stays that of its owner', async () => {
  const file = path.join(openFolder(), 'secret.key')
  writeFileSync(file, 'old')
  chownSync(file, 54_321, 54_322)
  await writeDurably(file, 'new')
  expect(statSync(file)).toMatchObject({ uid: 54_321, gid: 54_322, size: 3 })
  expect(modeOf(file)).toBe('600')
})
