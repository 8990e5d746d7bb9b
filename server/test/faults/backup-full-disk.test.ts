import { readdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommand } from '../commands.ts'
import { startService } from '../service.ts'
import { fill, smallFolder } from './small-folder.ts'

test('a full backup disk fails the backup, leaves earlier ones as they are, and costs the service nothing', async () => {
  const service = await startService()
  const token = await service.token()
  const env = { DATA_DIR: service.dataDir, BACKUP_DIR: smallFolder('64m') }
  expect(await runCommand('backup', [], env)).toMatchObject({ status: 0 })
  const before = readdirSync(env.BACKUP_DIR)
  const filler = fill(env.BACKUP_DIR)
  const failed = await runCommand('backup', [], env)
  expect(failed.output).toMatch(/ENOSPC|no space left/i)
  expect(failed.status).toBe(1)
  expect(readdirSync(env.BACKUP_DIR).toSorted()).toEqual([...before, 'filler'].toSorted())
  expect((await service.write(token, 'while the disk is full')).status).toBe(201)
  rmSync(filler)
  expect(await runCommand('backup', [], env)).toMatchObject({ status: 0 })
  expect(readdirSync(env.BACKUP_DIR)).toHaveLength(2)
  const elsewhere = { ...env, DATA_DIR: `${service.dataDir}-restored` }
  const restored = await runCommand('restore', [], elsewhere)
  rmSync(elsewhere.DATA_DIR, { recursive: true, force: true })
  expect(restored.output).toContain('the audit log is intact')
  expect(restored.status).toBe(0)
})
