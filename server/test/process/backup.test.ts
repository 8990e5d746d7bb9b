import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backupsIn, createIncident, eventsAfter, statusOf, verifyAudit } from '../backups.ts'
import { launchCommand, runCommand, runInContainer } from '../commands.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { postgresOf } from '../kill-postgres.ts'
import { startService } from '../service.ts'
import { contentsOf } from '../table-contents.ts'

const service = await startService()

test('a backup of the running service restores every row into an empty folder elsewhere', async () => {
  const env = { DATA_DIR: service.dataDir, BACKUP_DIR: openFolder() }
  const id = await createIncident(service, 'before the backup')
  const refused = await runInContainer('restore', [], env)
  expect(refused.output).toContain('Another Mainstay is running on')
  const running = await runInContainer('backup', [], env)
  expect(running.output).toContain('Backed up and verified')
  expect(running.output).toContain('It contains the secret key')
  expect(running.status).toBe(0)
  expect(await statusOf(service, id)).toBe(200)
  await service.stop()

  const [first] = backupsIn(env.BACKUP_DIR)
  const manifest = readFileSync(path.join(env.BACKUP_DIR, first!, 'manifest.json'), 'utf8')
  const { system_identifier } = JSON.parse(manifest) as { system_identifier: string }
  writeFileSync(path.join(env.BACKUP_DIR, `wal-${system_identifier}`), 'no folder of archived changes')
  const stopped = await runCommand('backup', [], { ...env, BACKUP_KEEP: '1' })
  expect(stopped.output).toContain('Old backups could not be removed: ENOTDIR')
  expect(stopped.status).toBe(0)
  const [kept, ...more] = backupsIn(env.BACKUP_DIR)
  expect(more).toEqual([])
  expect(stopped.output).toContain(kept)
  for (const name of ['base.tar.gz', 'manifest.json', 'secret.key'])
    expect(statSync(path.join(env.BACKUP_DIR, kept!, name)).mode & 0o777).toBe(0o600)

  const copied = await runCommand('backup', ['--to', openFolder()], { ...env, BACKUP_KEEP: '1' })
  expect(copied.status).toBe(0)
  const copy = copied.output.trimEnd().split('\n').at(-1)!
  const elsewhere = { DATA_DIR: path.join(openFolder(), 'data') }
  expect(await runCommand('restore', ['--from', copy], env)).toMatchObject({
    status: 1,
    output: expect.stringContaining(`${service.dataDir} is not empty`) as string,
  })
  expect(await runCommand('restore', ['--from', path.dirname(copy)], elsewhere)).toMatchObject({
    status: 1,
    output: expect.stringContaining('is not a backup') as string,
  })
  const renamed = path.join(path.dirname(copy), 'from-the-other-machine')
  renameSync(copy, renamed)
  expect(await runCommand('restore', ['--from', renamed], elsewhere)).toMatchObject({
    status: 1,
    output: expect.stringContaining(`rename the folder to ${path.basename(copy)}`) as string,
  })
  renameSync(renamed, copy)
  // As an earlier try leaves it that was interrupted while it moved the files.
  mkdirSync(elsewhere.DATA_DIR)
  for (const name of ['replacing-database', 'postgres.password'])
    writeFileSync(path.join(elsewhere.DATA_DIR, name), 'x')
  const restored = await runCommand('restore', ['--from', copy], elsewhere)
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
  // What was lost after the backup keeps its number, and a reader of its events misses none of the new ones.
  expect(Number((await createIncident(again, 'after it')).slice(3))).toBe(Number(id.slice(3)) + 10_001)
  await eventually(async () => (await eventsAfter(again, 1_000_000_000)).length > 0)
  await eventually(async () => {
    const verified = (await verifyAudit(again)) as { valid: boolean; unsealed: number }
    return verified.valid && verified.unsealed === 0
  })
})

const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`

/** A backup that has begun, and that does not go on however long it has. */
const isHeld = {
  NODE_OPTIONS: `--import ${script(`
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const { mkdir } = fs
    fs.mkdir = async (folder, options) => {
      await mkdir(folder, options)
      if (folder.endsWith('.partial')) await new Promise(() => {})
    }
    syncBuiltinESMExports()`)}`,
}

test('an interrupted or damaged backup is not restored, and the database in place is never touched', async () => {
  if (!service.hasExited) await service.stop()
  const env = { DATA_DIR: service.dataDir, BACKUP_DIR: openFolder() }
  const killed = launchCommand('backup', [], { ...env, ...isHeld })
  await eventually(() => readdirSync(env.BACKUP_DIR).some((name) => name.endsWith('.partial')))
  killed.child.kill('SIGKILL')
  await killed.done
  expect(readdirSync(env.BACKUP_DIR)).toHaveLength(1)
  // Its PostgreSQL still runs: that is no service, and the restore ends it.
  expect(postgresOf(service.dataDir)).not.toEqual([])
  expect(await runCommand('restore', [], env)).toMatchObject({
    status: 1,
    output: expect.stringContaining('There is no backup') as string,
  })
  expect(postgresOf(service.dataDir)).toEqual([])
  const interrupted = launchCommand('backup', [], { ...env, ...isHeld })
  await eventually(() => postgresOf(service.dataDir).length > 0)
  interrupted.child.kill('SIGINT')
  expect((await interrupted.done).status).not.toBe(0)
  expect(postgresOf(service.dataDir)).toEqual([])
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
