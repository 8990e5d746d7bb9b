import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDb } from '../../test/database.ts'
import { openFolder } from '../../test/folders.ts'
import { readConfig } from '../config.ts'
import type { Db } from './ctx.ts'
import { openKeys, readSecretKey } from './secret-key.ts'

let db: Db

beforeAll(async () => {
  db = await openTestDb(2)
})
afterAll(() => db.destroy())

const read = (dataDir: string) => readSecretKey(db, readConfig({ DATA_DIR: dataDir }))

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

test('a lost key is not replaced by a new one, which opens nothing', async () => {
  const dataDir = openFolder()
  const open = () => openKeys(db, readConfig({ DATA_DIR: dataDir }))
  await Promise.all([open(), open()])
  rmSync(path.join(dataDir, 'secret.key'))
  await expect(open()).rejects.toThrow('The secret key of this database is missing')
  expect(readdirSync(dataDir)).toEqual([])
})

test.each([
  [
    'a file',
    (file: string) => ({ DATA_DIR: path.dirname(file) }),
    (file: string) => `${file} is not the key`,
  ],
  ['a setting', () => ({ SECRET_KEY: 'k'.repeat(32) }), () => 'SECRET_KEY is not the key'],
  [
    'nothing',
    () => ({ DATABASE_URL: 'postgres://u@db/x' }),
    () => 'The default of SECRET_KEY is not the key',
  ],
])('a key from %s that is not that of the database is named', async (_, env, message) => {
  const file = path.join(openFolder(), 'secret.key')
  writeFileSync(file, 'that of another database, long enough')
  const db = await openTestDb(2)
  await openKeys(db, readConfig({ SECRET_KEY: 'the key of the setup, which is long enough' }))
  await expect(openKeys(db, readConfig(env(file)))).rejects.toThrow(`${message(file)} of this database: set `)
  await db.destroy()
})
