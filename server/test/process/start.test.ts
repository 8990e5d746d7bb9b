import { existsSync, readFileSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate, ourMigrations } from '../../src/db/migrate.ts'
import { silent } from '../ctx.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { postgresOf, postmasterOf } from '../kill-postgres.ts'
import { serviceClient } from '../service-client.ts'
import { launchService, startService } from '../service.ts'

const withoutBootstrap = {
  BOOTSTRAP_CLIENT_ID: '',
  BOOTSTRAP_CLIENT_SECRET: '',
  BOOTSTRAP_ADMIN_EMAIL: '',
  BOOTSTRAP_ADMIN_PASSWORD: '',
}

test('the first start stores its credentials readable only by the owner, and prints the path if there is no terminal', async () => {
  const service = await startService(withoutBootstrap)
  await eventually(() => service.stdout.includes('The secrets are in'))
  const file = path.join(service.dataDir, 'credentials.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect(Object.keys(kept).toSorted()).toEqual([
    'admin_email',
    'admin_password',
    'client_id',
    'client_secret',
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (const value of [kept.client_id!, kept.admin_email!, file])
    expect(service.stdout.split(value)).toHaveLength(2)
  for (const secret of [kept.client_secret!, kept.admin_password!])
    expect(service.stdout + service.stderr).not.toContain(secret)
  const token = await service.token({ id: kept.client_id!, secret: kept.client_secret! })
  expect((await service.call(token, '/users')).status).toBe(200)

  await service.restart()
  await eventually(() => service.stdout.includes('is running'))
  expect(service.stdout).not.toContain(kept.client_secret)
  expect(service.stdout).not.toContain(kept.admin_password)
  expect(await service.token({ id: kept.client_id!, secret: kept.client_secret! })).toMatch(/^ey/)
  expect(await service.stop()).toBe(0)
})

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
  ['SLA_MINUTES', { SLA_MINUTES: 'P1=soon' }],
  ['BOOTSTRAP_CLIENT_SECRET', { BOOTSTRAP_CLIENT_SECRET: '' }],
  ['BOOTSTRAP_CLIENT_SECRET', { BOOTSTRAP_CLIENT_SECRET: 'fifteen letters' }],
  ['BOOTSTRAP_ADMIN_PASSWORD', { BOOTSTRAP_ADMIN_PASSWORD: 'eleven long' }],
])('an invalid %s stops the start with one line that names it', async (name, env) => {
  const service = await launchService(env, path.join(openFolder(), 'data'))
  expect(await service.exit()).toBe(1)
  expect(service.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(name)])
  expect(service.stdout).toBe('')
  expect(existsSync(service.dataDir)).toBe(false)
})

test('a setting whose name is misspelt is named in the log', async () => {
  const service = await startService({ BACKUP_EVERY_HOUR: '24' })
  expect(service.log.filter(({ variable }) => variable)).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'BACKUP_EVERY_HOUR is not a setting: did you mean BACKUP_EVERY_HOURS?',
    }),
  ])
})

test('a SIGHUP while the code is being loaded does not end the start', async () => {
  const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
  const hooks = script(`export const load = (url, context, next) => {
    if (url.includes('/chunks/') && !url.includes('hang-ups')) process.kill(process.pid, 'SIGHUP')
    return next(url, context)
  }`)
  const preload = script(`import { register } from 'node:module'; register(${JSON.stringify(hooks)})`)
  const service = await launchService({ PORT: 'eighty', NODE_OPTIONS: `--import ${preload}` }, openFolder())
  expect(await service.exit()).toBe(1)
  expect(service.stderr).toContain('PORT')
})

test('a port in use stops the start with one line, and leaves no PostgreSQL behind', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const service = await launchService({ PORT: String(port) })
  expect(await service.exit()).toBe(1)
  blocker.close()
  expect(service.stderr.trimEnd().split('\n')).toEqual([
    `Mainstay could not start: port ${port} of 127.0.0.1 is in use: stop the other program, or set PORT to another`,
  ])
  expect(postgresOf(service.dataDir)).toEqual([])
})

test.each(['1', '2'])(
  'a signal while a start that failed is cleaned up leaves no PostgreSQL behind either: WORKERS=%s',
  async (WORKERS) => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as { port: number }
    const service = await launchService({ WORKERS, PORT: String(port) })
    await eventually(() => service.stderr.includes('could not start'))
    service.kill('SIGTERM')
    expect(await service.exit()).toBe(1)
    blocker.close()
    expect(service.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(service.stdout).not.toContain('could not stop cleanly')
    expect(postgresOf(service.dataDir)).toEqual([])
  },
)

test.each(['1', '2'])(
  'a start whose output nobody reads any more serves, and leaves no PostgreSQL behind when it fails: WORKERS=%s',
  async (WORKERS) => {
    const service = await launchService({ WORKERS })
    service.closeOutput()
    await service.ready()
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    const failing = await launchService({ WORKERS, PORT: String(service.port) })
    failing.closeOutput()
    expect(await failing.exit()).toBe(1)
    expect(postgresOf(failing.dataDir)).toEqual([])
    expect(await service.stop()).toBe(0)
    expect(postgresOf(service.dataDir)).toEqual([])
  },
)

test('a database that does not respond stops the start with one line', async () => {
  const url = `postgres://mainstay:a-password@localhost:${await freePort()}/mainstay`
  const service = await launchService({ DATABASE_URL: url })
  expect(await service.exit()).toBe(1)
  expect(service.stderr.trimEnd()).toBe(
    'Mainstay could not start: the database at DATABASE_URL does not respond (ECONNREFUSED)',
  )
})

test('credentials from the environment are used and never printed; a second service on the same data stops with a clear message, and the first is not affected', async () => {
  const first = await startService()
  const token = await first.token()
  expect(token).toMatch(/^ey/)
  expect(existsSync(path.join(first.dataDir, 'credentials.json'))).toBe(false)
  const before = postmasterOf(first.dataDir)
  const second = await launchService({}, first.dataDir)
  expect(await second.exit()).toBe(1)
  expect(second.stderr.trimEnd()).toBe(
    `Mainstay could not start: Another Mainstay is running on ${first.dataDir}: stop it, or set DATA_DIR to another folder`,
  )
  expect(postgresOf(first.dataDir)).toEqual(expect.arrayContaining([before]))
  expect((await first.write(token, 'undisturbed')).status).toBe(201)
  expect(await first.stop()).toBe(0)
  expect(first.stdout + first.stderr).not.toContain(serviceClient.secret)
})

test('a signal during the start ends it cleanly, and the next start succeeds', async () => {
  const service = await launchService({}, openFolder())
  // The last, because a stop waits for all, and not for long.
  await eventually(() => service.stdout.includes(ourMigrations().at(-1)!))
  service.kill('SIGTERM')
  expect(await service.exit()).toBe(0)
  expect(postgresOf(service.dataDir)).toEqual([])
  await service.restart()
  expect(await service.token()).toMatch(/^ey/)
  expect(await service.stop()).toBe(0)
})

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

test.each(['1', '2'])(
  'a signal during a long migration ends the start cleanly with WORKERS=%s',
  async (WORKERS) => {
    const DATABASE_URL = await freshDatabase('template0')
    const pending = '0035_record_notes.sql'
    await migrate(DATABASE_URL, silent, { isWanted: (name) => name < pending })
    // Two, because a transaction sees the same activity until it ends.
    const [holder, watcher] = await Promise.all([connect(DATABASE_URL), connect(DATABASE_URL)])
    const sessions = async () =>
      (
        await watcher.query<{ wait: string | null }>(`select wait_event_type as wait from pg_stat_activity
        where application_name = 'mainstay-migrate' and datname = current_database()`)
      ).rows
    await holder.query('begin; lock table incidents, work_notes')
    const service = await launchService({ DATABASE_URL, WORKERS }, openFolder())
    await eventually(async () => (await sessions()).some(({ wait }) => wait === 'Lock'))
    service.kill('SIGTERM')
    expect(await service.exit()).toBe(0)
    expect(service.stderr).toBe('')
    await eventually(async () => (await sessions()).length === 0)
    await holder.query('commit')
    await Promise.all([holder.end(), watcher.end()])
    await service.restart()
    expect(await service.token()).toMatch(/^ey/)
    expect(await service.stop()).toBe(0)
  },
)
