import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { eventually } from '../../../test/eventually.ts'
import { openQueue, rows, workOn } from '../../../test/queue.ts'
import { readConfig } from '../../config.ts'
import { NewestBackup } from '../../db/backup/newest-backup.ts'
import { runningUrl } from '../../db/embedded/attach.ts'
import { withSession } from '../../db/session.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { scheduledBackup } from './schedule.ts'

/** A data folder whose PostgreSQL is that of the tests. */
function dataFolder(): string {
  const dataDir = openFolder()
  const socketFolder = new URL(inject('postgresUrl').replace('@/', '@host/')).searchParams.get('host')
  mkdirSync(path.join(dataDir, 'postgres'))
  writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), `1\n\n1\n5432\n${socketFolder}\n`)
  writeFileSync(path.join(dataDir, 'postgres.password'), 'any')
  return dataDir
}

test('a scheduled backup that finds another one running waits, and does not fail', async () => {
  const DATA_DIR = dataFolder()
  const config = readConfig({ DATA_DIR, BACKUP_EVERY_HOURS: '24' })
  const ctx = { ...(await openQueue()), config }
  let failures = 0
  await withSession(runningUrl(DATA_DIR), 'test', async (session) => {
    await session.query('select pg_advisory_lock($1)', [advisoryLocks.backup])
    await workOn(
      ctx,
      'a',
      scheduledBackup(new NewestBackup(config.backup_dir), () => failures++),
    )
    const isFinished = async () => {
      const [job] = await rows<{ fence: number; claimed_by: string | null }>(ctx, 'select * from jobs')
      return job!.fence > 0 && job!.claimed_by === null
    }
    await eventually(isFinished)
  })
  expect(failures).toBe(0)
  expect(await rows(ctx, 'select last_error, attempts from jobs')).toEqual([
    { last_error: null, attempts: 0 },
  ])
})
