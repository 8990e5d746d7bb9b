import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../test/folders.ts'
import { backUp } from './backup.ts'
import { moveDatabase } from './move-database.ts'
import { rotateSecretKey } from './rotate-secret-key.ts'

type Run = (env: { DATA_DIR: string }) => Promise<void>
const onExisting: [name: string, run: Run][] = [
  ['backup', (env) => backUp(env, {}, () => {})],
  ['rotate-secret-key', (env) => rotateSecretKey(env, 'a key that is long enough for a test', () => {})],
  ['move-database', (env) => moveDatabase(env, { to: 'postgres://db.example/mainstay' }, () => {})],
]

test.each(onExisting)('%s refuses a DATA_DIR without a database, instead of creating one', async (_, run) => {
  const DATA_DIR = path.join(openFolder(), 'data')
  await expect(run({ DATA_DIR })).rejects.toThrow(`There is no database in ${DATA_DIR}: set DATA_DIR`)
  expect(existsSync(DATA_DIR)).toBe(false)
})
