import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { archiveHistories } from './archive-log.ts'
import { chooseBackup } from './choose-backup.ts'
import { isBackupDue } from './due.ts'
import { archiveFolder, makeId } from './manifest.ts'
import { NewestBackup } from './newest-backup.ts'
import { removeLeftovers, removeOldBackups } from './retention.ts'
import { segmentName } from './wal-names.ts'

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
function addBackup(backupDir: string, id: string, text: string) {
  mkdirSync(path.join(backupDir, id))
  writeFileSync(path.join(backupDir, id, 'manifest.json'), text)
}
addBackup(backupDir, good, JSON.stringify({ ...manifest, ...segments }))
addBackup(backupDir, broken, '{"format": 1,')
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
      backups: new NewestBackup(backupDir),
      systemIdentifier: system_identifier,
      everyMs: 24 * 3_600_000,
      now: new Date(`2026-11-16T${hour}:00:00Z`),
    })
  expect([await due('09'), await due('11')]).toEqual([false, true])
})

test('a backup that was finished after the requested time cannot be chosen for it', async () => {
  const at = new Date('2026-11-15T09:59:59Z')
  const choice = chooseBackup(backupDir, { id: good, at }, () => undefined)
  await expect(choice).rejects.toThrow(`Backup ${good} was finished at ${started_at}, after --at`)
})

/** Two services that share a folder, and the data folder of one of them. */
function sharedFolder() {
  const [backupDir, dataDir] = [openFolder(), openFolder()]
  const ids: Record<string, string> = { '7': '20261115T100000000Z', '8': '20261116T100000000Z' }
  for (const [system_identifier, id] of Object.entries(ids)) {
    addBackup(backupDir, id, JSON.stringify({ ...manifest, ...segments, id, system_identifier }))
  }
  placeCluster(dataDir)
  return { backupDir, dataDir, ids }
}

/** Of the system identifier 7. */
function placeCluster(dataDir: string) {
  mkdirSync(path.join(dataDir, 'postgres/global'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres/global/pg_control'), Buffer.from([7, ...Array(511).fill(0)]))
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
  expect(await new NewestBackup(backupDir).time(dataDir)).toEqual(new Date(started_at))
  writeFileSync(path.join(dataDir, 'postgres/global/pg_control'), Buffer.alloc(512, 1))
  expect(await new NewestBackup(backupDir).time(dataDir)).toBe(undefined)
})

test('a manifest is read once, and a removed backup no longer counts', async () => {
  const [earlier, later] = ['2026-11-17T10:00:00.000Z', '2026-11-18T10:00:00.000Z']
  const { backupDir } = folderOf([1, 10, earlier], [1, 20, later])
  const backups = new NewestBackup(backupDir)
  const newest = async () => (await backups.find(system_identifier))?.started_at
  expect(await newest()).toBe(later)
  const [first, second] = [earlier, later].map((at) => path.join(backupDir, makeId(new Date(at))))
  for (const folder of [first!, second!]) writeFileSync(path.join(folder, 'manifest.json'), '')
  expect(await newest()).toBe(later)
  rmSync(second!, { recursive: true })
  expect(await newest()).toBe(earlier)
})

test('leftovers of other databases stay, because their backup may be running', async () => {
  const backupDir = openFolder()
  const own = ['7.partial', '7.removing'].map((name) => `20261117T100000000Z.${name}`)
  const kept = ['20250102T100000000Z.8.partial']
  for (const name of [...own, ...kept]) mkdirSync(path.join(backupDir, name))
  await removeLeftovers(backupDir, '7')
  expect(readdirSync(backupDir).toSorted()).toEqual(kept)
})

/** A folder with backups of one database, given by timeline, segment and time, and its log from segment 1 to 60. */
function folderOf(...backups: [timeline: number, segment: number, at: string][]) {
  const backupDir = openFolder()
  for (const [timeline, segment, at] of backups) {
    const id = makeId(new Date(at))
    const lsn = `0/${segment.toString(16)}000000`
    const position = { timeline, start_lsn: lsn, stop_lsn: lsn, start_wal: segmentName(timeline, segment) }
    const times = { started_at: at, finished_at: at }
    addBackup(backupDir, id, JSON.stringify({ ...manifest, ...segments, ...position, ...times, id }))
  }
  const archive = archiveFolder(backupDir, system_identifier)
  mkdirSync(archive)
  for (let n = 1; n <= 60; n++) writeFileSync(path.join(archive, `${segmentName(1, n)}.gz`), '')
  return { backupDir, archive }
}

const [future, present] = ['2027-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z']
const dueAfter = (backupDir: string, minutes: number) =>
  isBackupDue({
    backups: new NewestBackup(backupDir),
    systemIdentifier: system_identifier,
    everyMs: 24 * 3_600_000,
    now: new Date(Date.parse(present) + minutes * 60_000),
  })

test('after the clock was set back, the newest backup is the last in the log', async () => {
  const { backupDir, archive } = folderOf([1, 10, future], [1, 50, present])
  const dataDir = openFolder()
  placeCluster(dataDir)
  expect(await dueAfter(backupDir, 1)).toBe(false)
  expect((await chooseBackup(backupDir, {}, () => undefined)).backup.started_at).toBe(present)
  expect(await new NewestBackup(backupDir).time(dataDir)).toEqual(new Date(present))
  const removed = await removeOldBackups(backupDir, system_identifier, 1, () => undefined)
  expect(removed.map(({ started_at }) => started_at)).toEqual([future])
  expect(readdirSync(archive).toSorted()[0]).toBe(`${segmentName(1, 50)}.gz`)
  expect(await dueAfter(backupDir, 1)).toBe(false)
})

test('a newest backup from the future is followed by another one', async () => {
  expect(await dueAfter(folderOf([1, 10, future]).backupDir, 1)).toBe(true)
})

test('after a restore to an earlier point, the log of its backup stays', async () => {
  const { backupDir, archive } = folderOf([1, 50, '2026-11-17T10:00:00.000Z'], [2, 25, present])
  await removeOldBackups(backupDir, system_identifier, 2, () => undefined)
  expect(readdirSync(archive).toSorted()[0]).toBe(`${segmentName(1, 25)}.gz`)
})

test('the histories of timelines are archived once, and those of another database refused', async () => {
  const [log, folder] = [openFolder(), path.join(openFolder(), 'wal-7')]
  await archiveHistories(log, folder)
  expect(existsSync(folder)).toBe(false)
  writeFileSync(path.join(log, '00000002.history'), '1\t0/5000000\tfirst')
  for (const _ of [1, 2]) await archiveHistories(log, folder)
  expect(readdirSync(folder)).toEqual(['00000002.history.gz'])
  writeFileSync(path.join(log, '00000002.history'), '1\t0/7000000\tsecond')
  await expect(archiveHistories(log, folder)).rejects.toThrow('on a copy of this database')
})
