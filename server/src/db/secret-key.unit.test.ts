import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../test/folders.ts'
import { readConfig } from '../config.ts'
import type { Db } from './ctx.ts'
import { readSecretKey } from './secret-key.ts'

/** The key in a file needs no database. */
const read = (dataDir: string) => readSecretKey({} as Db, readConfig({ DATA_DIR: dataDir }))

test('the first start creates the key once, for its owner only', async () => {
  const dataDir = path.join(openFolder(), 'data')
  const [one, two] = await Promise.all([read(dataDir), read(dataDir)])
  expect(one).toHaveLength(43)
  expect([two, await read(dataDir)]).toEqual([one, one])
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
})

test.for(['', '\n'])('an empty file is refused by name: %o', async (content) => {
  const dataDir = openFolder()
  const file = path.join(dataDir, 'secret.key')
  writeFileSync(file, content)
  await expect(read(dataDir)).rejects.toThrow(`${file} is empty`)
})
