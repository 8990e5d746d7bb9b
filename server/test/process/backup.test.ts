import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { launchCommand, runCommand } from '../commands.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { startService, type Service } from '../service.ts'
import { contentsOf } from '../table-contents.ts'

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('Z'))

const createIncident = async (service: Service, title: string): Promise<string> => {
  const body = JSON.stringify({ short_description: title, priority: 'P3' })
  const created = await service.call(await service.token(), '/incidents', { method: 'POST', body })
  expect(created.status).toBe(201)
  return ((await created.json()) as { id: string }).id
}

const statusOf = async (service: Service, id: string) =>
  (await service.call(await service.token(), `/incidents/${id}`)).status

const verifyAudit = async (service: Service) =>
  (await service.call(await service.token(), '/audit/verify')).json()

test('a backup of the running service restores every row into an empty folder elsewhere', async () => {
  const service = await startService()
  const env = { DATA_DIR: service.dataDir, BACKUP_DIR: openFolder() }
  const id = await createIncident(service, 'before the backup')
  const running = await runCommand('backup', [], env)
  expect(running.output).toContain('Backed up and verified')
  expect(running.output).toContain('It contains the secret key')
  expect(running.status).toBe(0)
  await service.stop()

  const stopped = await runCommand('backup', [], { ...env, BACKUP_KEEP: '1' })
  expect(stopped.status).toBe(0)
  const [kept, ...more] = backupsIn(env.BACKUP_DIR)
  expect(more).toEqual([])
  expect(stopped.output).toContain(kept)
  for (const name of ['base.tar.gz', 'manifest.json', 'secret.key'])
    expect(statSync(path.join(env.BACKUP_DIR, kept!, name)).mode & 0o777).toBe(0o600)

  const elsewhere = { DATA_DIR: path.join(openFolder(), 'data'), BACKUP_DIR: env.BACKUP_DIR }
  const restored = await runCommand('restore', [], elsewhere)
  expect(restored.output).toMatch(/all \d+ rows of \d+ tables are readable/)
  expect(restored.output).toContain('the audit log is intact')
  expect(restored.status).toBe(0)
  // The one difference: the audit log says that it was restored.
  const { audit_entries: before, ...rest } = await contentsOf(service.dataDir)
  const { audit_entries: after, ...restoredRest } = await contentsOf(elsewhere.DATA_DIR)
  expect(restoredRest).toEqual(rest)
  expect(parseInt(after!)).toBe(parseInt(before!) + 1)

  const again = await startService({}, elsewhere.DATA_DIR)
  expect(await statusOf(again, id)).toBe(200)
  await eventually(async () => {
    const verified = (await verifyAudit(again)) as { valid: boolean; unsealed: number }
    return verified.valid && verified.unsealed === 0
  })
})

test('an interrupted or damaged backup is not restored, and the database in place is never touched', async () => {
  const service = await startService()
  await service.stop()
  const env = { DATA_DIR: service.dataDir, BACKUP_DIR: openFolder() }
  const killed = launchCommand('backup', [], env)
  await eventually(() => readdirSync(env.BACKUP_DIR).some((name) => name.endsWith('.partial')))
  killed.child.kill('SIGKILL')
  await killed.done
  expect(readdirSync(env.BACKUP_DIR)).toHaveLength(1)
  const elsewhere = { ...env, DATA_DIR: path.join(openFolder(), 'data') }
  expect(await runCommand('restore', [], elsewhere)).toMatchObject({
    status: 1,
    output: expect.stringContaining('There is no backup') as string,
  })
  expect((await runCommand('backup', [], env)).status).toBe(0)
  const names = readdirSync(env.BACKUP_DIR)
  expect(names).toEqual(backupsIn(env.BACKUP_DIR))

  const base = path.join(env.BACKUP_DIR, names[0]!, 'base.tar.gz')
  const bytes = readFileSync(base)
  // More than a bit: in a run of zeros a changed bit may unpack to the same zeros.
  bytes.fill(0xff, bytes.length >> 2, (bytes.length >> 2) + 512)
  writeFileSync(base, bytes)
  const before = await contentsOf(service.dataDir)
  expect(await runCommand('restore', [], env)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/Nothing was restored: The backup .* is damaged/) as string,
  })
  expect(await contentsOf(service.dataDir)).toEqual(before)
  expect((await runCommand('restore', ['--at', '10:00'], env)).output).toContain('a time with its zone')
  expect((await runCommand('restore', ['--at', '2001-01-01T00:00Z'], env)).output).toContain(
    'No backup was finished by then',
  )
})

test('scheduled backups with archived changes restore any point in time, and again after a restore', async () => {
  const schedule = { BACKUP_EVERY_HOURS: '24', BACKUP_WAL_SECONDS: '1', BACKUP_DIR: openFolder() }
  const service = await startService(schedule)
  const metric = async (name: string) =>
    Number(
      new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${service.url}/metrics`)).text())?.[1],
    )
  await eventually(async () => (await metric('mainstay_backup_age_seconds')) >= 0)
  expect(backupsIn(schedule.BACKUP_DIR)).toHaveLength(1)
  const first = await createIncident(service, 'first')
  const between = new Date().toISOString()
  const second = await createIncident(service, 'second')
  expect(await metric('mainstay_wal_archive_age_seconds')).toBeGreaterThanOrEqual(0)
  const env = { DATA_DIR: service.dataDir, BACKUP_DIR: schedule.BACKUP_DIR }
  expect((await runCommand('restore', [], env)).output).toContain('Another Mainstay is running')
  await service.stop()

  const late = await runCommand('restore', ['--at', new Date().toISOString()], env)
  expect(late.output).toMatch(/The archived changes end at .*, before --at/)
  const restored = await runCommand('restore', ['--at', between], env)
  expect(restored.output).toMatch(/The previous database is in .*before-restore-/)
  expect(restored.status).toBe(0)
  await service.restart()
  expect([await statusOf(service, first), await statusOf(service, second)]).toEqual([200, 404])
  const third = await createIncident(service, 'third')
  expect(await verifyAudit(service)).toMatchObject({ valid: true })
  await service.stop()

  // The newest state is that of the new timeline, not what was left behind by the restore.
  const folder = path.join(openFolder(), 'data')
  expect((await runCommand('restore', [], { ...env, DATA_DIR: folder })).status).toBe(0)
  const last = await startService({}, folder)
  const statuses = await Promise.all([first, second, third].map((id) => statusOf(last, id)))
  expect(statuses).toEqual([200, 404, 200])
})
