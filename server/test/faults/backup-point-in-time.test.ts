import path from 'node:path'
import { expect, test } from 'vitest'
import { backupsIn, createIncident, statusOf, verifyAudit } from '../backups.ts'
import { runCommand } from '../commands.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { startService } from '../service.ts'

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
