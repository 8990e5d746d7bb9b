import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { chooseBackup } from './choose-backup.ts'
import { isBackupDue } from './due.ts'

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
