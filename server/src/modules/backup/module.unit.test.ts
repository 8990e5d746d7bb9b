import { mkdirSync } from 'node:fs'
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
  await archiving!.stop(0)
})
