import pg from 'pg'
import { expect, test } from 'vitest'
import { launchCommand, runCommand } from '../commands.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startService, type Service } from '../service.ts'
import { openSql } from './sql.ts'

const create = async (service: Service, token: string) => {
  const body = JSON.stringify({ short_description: 'moved', priority: 'P3' })
  return (await service.call(token, '/incidents', { method: 'POST', body })).status
}

test('a move that is killed loses nothing, and a move is cancelled, whether it was interrupted or finished', async () => {
  const service = await startService()
  const token = await service.token()
  expect(await create(service, token)).toBe(201)
  const url = await freshDatabase()
  const sql = openSql(url)
  // Keeps the move from copying, so that the kill comes in the middle.
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table incidents in access share mode')
  const env = { DATA_DIR: service.dataDir }
  const move = launchCommand('move-database', ['--to', url], env)
  await eventually(async () => {
    const waiting = await sql(`select from pg_stat_activity where datname = current_database()
      and application_name = 'mainstay-move' and wait_event_type = 'Lock'`)
    return waiting.length > 0
  })
  move.child.kill('SIGKILL')
  await move.done
  await holder.end()
  expect(await sql('select from incidents')).toEqual([])
  // Closed until somebody decides: reads are answered, and no write can be lost with the former database.
  expect(await create(service, token)).toBe(503)
  expect((await service.call(token, '/incidents')).status).toBe(200)
  await service.stop()
  service.spawn()
  expect(await service.exit()).toBe(1)
  expect(service.stderr).toContain('a move was interrupted')

  const cancelled = await runCommand('move-database', ['--cancel'], env)
  expect(cancelled).toMatchObject({
    status: 0,
    output: expect.stringContaining('accepts writes again') as string,
  })
  await service.restart()
  await eventually(async () => (await create(service, token)) === 201)

  // The next one succeeds, into the same database; and whoever changes their mind goes back.
  expect(await runCommand('move-database', ['--to', url], env)).toMatchObject({ status: 0 })
  expect(await sql('select from incidents')).toHaveLength(2)
  await eventually(async () => (await create(service, token)) === 503)
  expect(await runCommand('move-database', ['--cancel'], env)).toMatchObject({ status: 0 })
  await eventually(async () => (await create(service, token)) === 201)
  expect(await service.stop()).toBe(0)
})
