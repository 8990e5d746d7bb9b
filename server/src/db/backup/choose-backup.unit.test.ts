import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { chooseBackup } from './choose-backup.ts'
import { isBackupDue } from './due.ts'
import { makeId, newestBackupTime } from './manifest.ts'
import { removeLeftovers } from './retention.ts'

const backupDir = openFolder()
const system_identifier = '7'
const [good, broken] = ['20261115T100000000Z', '20261116T100000000Z']
const started_at = '2026-11-15T10:00:00.000Z'
const manifest = { format: 1, id: good, system_identifier, started_at, timeline: 1, start_lsn: '0/1000000' }
const segments = {
  start_wal: '000000010000000000000001',
  stop_lsn: '0/1000100',
  finished_at: started_at,
  files: [],
}
for (const [id, text] of [
  [good, JSON.stringify({ ...manifest, ...segments })],
  [broken, '{"format": 1,'],
] as const) {
  mkdirSync(path.join(backupDir, id))
  writeFileSync(path.join(backupDir, id, 'manifest.json'), text)
}
const brokenFile = path.join(backupDir, broken, 'manifest.json')

test('a backup that cannot be read is reported, and the newest readable one is chosen', async () => {
  const problems: string[] = []
  const { backup } = await chooseBackup(backupDir, {}, (problem) => problems.push(problem))
  expect(backup.id).toBe(good)
  expect(problems).toEqual([expect.stringContaining(`${brokenFile} cannot be read`)])
})

test('it can not be chosen itself, and the message names its folder', async () => {
  const choice = chooseBackup(backupDir, { id: broken }, () => undefined)
  await expect(choice).rejects.toThrow(`${brokenFile} cannot be read`)
})

test('it does not stop the schedule', async () => {
  const due = (hour: string) =>
    isBackupDue({
      backupDir,
      systemIdentifier: system_identifier,
      everyMs: 24 * 3_600_000,
      now: new Date(`2026-11-16T${hour}:00:00Z`),
    })
  expect([await due('09'), await due('11')]).toEqual([false, true])
})

/** Two services that share a folder, and the data folder of one of them. */
function sharedFolder() {
  const [backupDir, dataDir] = [openFolder(), openFolder()]
  const ids: Record<string, string> = { '7': '20261115T100000000Z', '8': '20261116T100000000Z' }
  for (const [system_identifier, id] of Object.entries(ids)) {
    mkdirSync(path.join(backupDir, id))
    const text = JSON.stringify({ ...manifest, ...segments, id, system_identifier })
    writeFileSync(path.join(backupDir, id, 'manifest.json'), text)
  }
  mkdirSync(path.join(dataDir, 'postgres/global'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres/global/pg_control'), Buffer.from([7, ...Array(511).fill(0)]))
  return { backupDir, dataDir, ids }
}

test('only backups of the database that is replaced are chosen, unless one is named', async () => {
  const { backupDir, ids } = sharedFolder()
  const choose = async (systemIdentifier?: string, id?: string) =>
    (await chooseBackup(backupDir, { systemIdentifier, id }, () => undefined)).backup.id
  expect([await choose('7'), await choose('8')]).toEqual([ids['7'], ids['8']])
  expect(await choose('7', ids['8'])).toBe(ids['8'])
  await expect(choose('9')).rejects.toThrow(
    `is of the database in DATA_DIR: name one with --backup, such as ${ids['7']} or ${ids['8']}`,
  )
  await expect(choose()).rejects.toThrow('backups of several databases: name one with --backup')
})

test('the age of the newest backup is that of the own database', async () => {
  const { backupDir, dataDir } = sharedFolder()
  expect(await newestBackupTime(backupDir, dataDir)).toEqual(new Date(started_at))
  writeFileSync(path.join(dataDir, 'postgres/global/pg_control'), Buffer.alloc(512, 1))
  expect(await newestBackupTime(backupDir, dataDir)).toBe(undefined)
})

test('leftovers of other databases stay, because their backup may be running', async () => {
  const backupDir = openFolder()
  const own = ['7.partial', '7.removing'].map((name) => `20261117T100000000Z.${name}`)
  // Earlier releases named no database: of those only the old ones are certainly left over.
  const old = ['20250102T100000000Z.partial', '20250102T100000000Z.removing']
  const kept = ['20250102T100000000Z.8.partial', `${makeId(new Date())}.partial`]
  for (const name of [...own, ...old, ...kept]) mkdirSync(path.join(backupDir, name))
  await removeLeftovers(backupDir, '7')
  expect(readdirSync(backupDir).toSorted()).toEqual(kept)
})
