import { chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { writeDurably } from './durable-files.ts'
import { ensureSharedFolder, openModes } from './owner.ts'

const umask = process.umask()
afterEach(() => void process.umask(umask))

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('under a strict umask, what root shares is open to the PostgreSQL user', () => {
  const folder = path.join(openFolder(), 'shared')
  process.umask(0o077)
  ensureSharedFolder(folder)
  expect(modeOf(folder)).toBe('755')
  const copy = path.join(folder, 'postgres')
  mkdirSync(path.join(copy, 'bin'), { recursive: true })
  writeFileSync(path.join(copy, 'bin/postgres'), '', { mode: 0o755 })
  writeFileSync(path.join(copy, 'catalog'), '')
  symlinkSync('nowhere', path.join(copy, 'link'))
  openModes(copy)
  const modes = ['', 'bin', 'bin/postgres', 'catalog'].map((name) => modeOf(path.join(copy, name)))
  expect(modes).toEqual(['755', '755', '755', '644'])
})

test.runIf(process.getuid?.() === 0)('a file that root replaces stays that of its owner', async () => {
  const file = path.join(openFolder(), 'secret.key')
  writeFileSync(file, 'old')
  chownSync(file, 54_321, 54_322)
  await writeDurably(file, 'new')
  expect(statSync(file)).toMatchObject({ uid: 54_321, gid: 54_322, size: 3 })
  expect(modeOf(file)).toBe('600')
})
