import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../test/folders.ts'
import { backUp } from './backup.ts'
import { moveDatabase } from './move-database.ts'
import { restore } from './restore.ts'
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

test('move-database says what the address of a database looks like', async () => {
  const move = (to: string) => moveDatabase({ DATA_DIR: openFolder() }, { to }, () => {})
  for (const to of ['postgres://me:p/ss@db.example/mainstay', 'db.example'])
    await expect(move(to)).rejects.toThrow('--to is invalid: expected postgres://user:password@host')
})

test('move-database --to embedded refuses the embedded database itself as the one to move from', async () => {
  const DATA_DIR = openFolder()
  const move = (from?: string) => moveDatabase({ DATA_DIR }, { to: 'embedded', from }, () => {})
  for (const from of [undefined, `${DATA_DIR}/`])
    await expect(move(from)).rejects.toThrow(`is already the embedded one in ${DATA_DIR}: set DATABASE_URL`)
})

const isRoot = process.getuid?.() === 0
test
  .runIf(isRoot)
  .each([...onExisting, ['restore', (env: { DATA_DIR: string }) => restore(env, {}, () => {})] as const])(
  '%s of root is refused where another user runs the service',
  async (_, run) => {
    const DATA_DIR = openFolder()
    const database = path.join(DATA_DIR, 'postgres')
    const refusal = "run this as that user, with sudo -u '#54321'"
    chownSync(DATA_DIR, 54_321, 54_321)
    await expect(run({ DATA_DIR })).rejects.toThrow(`${DATA_DIR} belongs to another user: ${refusal}`)
    // A volume belongs to root, whoever writes to it.
    chownSync(DATA_DIR, 0, 54_321)
    mkdirSync(database)
    chownSync(database, 54_321, 54_321)
    await expect(run({ DATA_DIR })).rejects.toThrow(`${database} belongs to another user: ${refusal}`)
  },
)

test('restore --from takes a new disk as an empty DATA_DIR', async () => {
  const DATA_DIR = openFolder()
  mkdirSync(path.join(DATA_DIR, 'lost+found'))
  mkdirSync(path.join(DATA_DIR, 'postgres-18.4.0-linux-x64')) // a start that failed there
  const from = path.join(openFolder(), '20261115T100000000Z')
  mkdirSync(from)
  writeFileSync(path.join(from, 'manifest.json'), 'damaged')
  await expect(restore({ DATA_DIR }, { from }, () => {})).rejects.toThrow(
    `${from}/manifest.json cannot be read`,
  )
  writeFileSync(path.join(DATA_DIR, 'secret.key'), 'of another database')
  await expect(restore({ DATA_DIR }, { from }, () => {})).rejects.toThrow(`${DATA_DIR} is not empty`)
})
