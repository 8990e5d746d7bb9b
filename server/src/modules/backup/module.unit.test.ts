import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { bareCtx } from '../../../test/ctx.ts'
import { openFolder } from '../../../test/folders.ts'
import { readConfig } from '../../config.ts'
import type { Db } from '../../db/ctx.ts'
import { open } from './module.ts'

test('archiving that never succeeds after a start is noticed by its age', async () => {
  const dataDir = openFolder()
  mkdirSync(path.join(dataDir, 'postgres')) // no PostgreSQL runs on it
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_EVERY_HOURS: '24', BACKUP_WAL_SECONDS: '60' })
  const registry = new Registry()
  const makeCtx = () => ({ ...bareCtx(undefined as unknown as Db), config })
  const [archiving] = await open({ config, makeCtx, registry }).machineLoops!()
  expect(await registry.metrics()).toMatch(/^mainstay_wal_archive_age_seconds \d/m)
  await archiving!.stop(5000)
})

test('a BACKUP_DIR that cannot be read hides only the age of its backups', async () => {
  const dataDir = openFolder()
  mkdirSync(path.join(dataDir, 'postgres/global'), { recursive: true })
  const file = path.join(dataDir, 'postgres/global/pg_control')
  writeFileSync(file, Buffer.alloc(512, 1))
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: file })
  const registry = new Registry()
  open({ config, makeCtx: () => ({ ...bareCtx(undefined as unknown as Db), config }), registry })
  const metrics = await registry.metrics()
  expect(metrics).toContain('mainstay_backup_failures_total 0')
  expect(metrics).not.toMatch(/^mainstay_backup_age_seconds/m)
})
