import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { connectWithin, freshDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { accessToken, askAsClient, statusWith } from '../../../test/identity/token-endpoint.ts'
import { readConfig } from '../../config.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { openDatabase, type Database } from '../../db/open.ts'
import { system } from '../../kernel/actor.ts'
import { matchesSecret } from '../../kernel/passwords.ts'
import { bootstrap, credentialsFile } from './bootstrap.ts'

const log = pino({ level: 'silent' })
let folder: string
let database: Database
let url: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'mainstay-bootstrap-'))
  url = await freshDatabase()
  database = await openDatabase(readConfig({ DATABASE_URL: url }), log, connectWithin)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}) {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder, ...env })
  const { db } = database
  return bootstrap({ db, actor: system, now: new Date(), log, config, wake: () => {} }, config)
}

const clients = () => database.db.selectFrom('clients').selectAll().orderBy('id').execute()
const users = () => database.db.selectFrom('users').selectAll().orderBy('id').execute()

test('the first start without accounts creates a client and an administrator, and stores their secrets for the operator', async () => {
  const made = await start()
  const [[client], [admin]] = [await clients(), await users()]
  expect(made).toEqual({
    client_id: client!.id,
    client_secret: expect.stringMatching(/^ms_[\w-]{43}$/),
    admin_email: admin!.email,
    admin_password: expect.stringMatching(/^[\w-]{20}$/),
  })
  expect([client!.roles, admin!.roles]).toEqual([['super_admin'], ['super_admin']])
  expect(await matchesSecret(made.client_secret!, client!.secret_hash)).toBe(true)
  expect(await matchesSecret(made.admin_password!, admin!.password_hash)).toBe(true)
  expect(JSON.parse(readFileSync(credentialsFile(folder), 'utf8'))).toEqual(made)
  expect(statSync(credentialsFile(folder)).mode & 0o777).toBe(0o600)
})

test('a later start creates nothing and keeps the file', async () => {
  await start()
  const before = [await clients(), await users(), readFileSync(credentialsFile(folder), 'utf8')]
  expect(await start()).toEqual({})
  expect([await clients(), await users(), readFileSync(credentialsFile(folder), 'utf8')]).toEqual(before)
})

test('two nodes that start at the same time create one client and one administrator', async () => {
  const made = await Promise.all([start(), start(), start()])
  expect(made.filter((each) => Object.keys(each).length > 0)).toHaveLength(1)
  expect([(await clients()).length, (await users()).length]).toEqual([1, 1])
})

test('credentials from the environment are neither created nor written to a file', async () => {
  const client = { BOOTSTRAP_CLIENT_ID: 'ci', BOOTSTRAP_CLIENT_SECRET: 'the secret of ci' }
  expect(Object.keys(await start(client))).toEqual(['admin_email', 'admin_password'])
  expect(readFileSync(credentialsFile(folder), 'utf8')).not.toContain('the secret of ci')
  expect((await clients()).map(({ id }) => id)).toEqual(['ci'])
})

test('with both given there is no file', async () => {
  const given = {
    BOOTSTRAP_CLIENT_ID: 'ci',
    BOOTSTRAP_CLIENT_SECRET: 'the secret of ci',
    BOOTSTRAP_ADMIN_EMAIL: 'root@example.com',
    BOOTSTRAP_ADMIN_PASSWORD: 'password of root',
  }
  expect(await start(given)).toEqual({})
  expect(existsSync(credentialsFile(folder))).toBe(false)
  const before = [await clients(), await users()]
  expect(await start(given)).toEqual({})
  expect([await clients(), await users()]).toEqual(before)
})

const admin = { BOOTSTRAP_ADMIN_EMAIL: 'root@example.com', BOOTSTRAP_ADMIN_PASSWORD: 'password of root' }
const rootUser = async () =>
  (await users()).find((user) => user.email === 'root@example.com' && !user.deleted_at)!

test('a changed administrator password applies from the next start and ends earlier sessions', async () => {
  await start(admin)
  const before = await rootUser()
  await start({ ...admin, BOOTSTRAP_ADMIN_PASSWORD: 'another password' })
  const after = await rootUser()
  expect(after).toMatchObject({ id: before.id, epoch: before.epoch + 1 })
  expect(await matchesSecret('another password', after.password_hash)).toBe(true)
  expect(await matchesSecret('password of root', after.password_hash)).toBe(false)
})

test.for<[string, string]>([
  ['deactivated', 'active = false'],
  ['demoted', `roles = '{viewer}'`],
  ['deleted', 'active = false, deleted_at = now()'],
])('an administrator who was %s is restored at the next start', async ([, change]) => {
  await start(admin)
  await database.pool.query(`update users set ${change}`)
  await start({ ...admin, BOOTSTRAP_ADMIN_EMAIL: 'ROOT@example.com' })
  const alive = (await users()).filter((user) => !user.deleted_at)
  expect(alive).toHaveLength(1)
  expect(alive[0]).toMatchObject({ active: true, roles: ['super_admin'] })
})

test('a client from the environment can authenticate; a changed secret replaces the old one and ends its tokens', async () => {
  const app = await startApp({ DATABASE_URL: url })
  onTestFinished(() => app.close())
  const ask = (client_secret: string) => askAsClient(app, { client_id: 'ci', client_secret })
  const startWith = (secret: string) => start({ BOOTSTRAP_CLIENT_ID: 'ci', BOOTSTRAP_CLIENT_SECRET: secret })

  await startWith('the first secret')
  const token = accessToken(await ask('the first secret'))
  expect(await statusWith(app, token)).toBe(200)

  await startWith('the second secret')
  expect((await ask('the first secret')).statusCode).toBe(401)
  expect(await statusWith(app, accessToken(await ask('the second secret')))).toBe(200)
  await eventually(async () => (await statusWith(app, token)) === 401)
})

test.for<[string, string]>([
  ['deactivated', 'active = false'],
  ['demoted', `roles = '{viewer}'`],
  ['deleted', 'active = false, deleted_at = now()'],
])('a client that was %s is restored at the next start', async ([, change]) => {
  const ci = { BOOTSTRAP_CLIENT_ID: 'ci', BOOTSTRAP_CLIENT_SECRET: 'the secret of ci' }
  await start(ci)
  await database.pool.query(`update clients set ${change}`)
  await start(ci)
  expect(await clients()).toEqual([
    expect.objectContaining({ id: 'ci', active: true, roles: ['super_admin'], deleted_at: null }),
  ])
})

test('a start that meets the slow start of another node waits for it', async () => {
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(`select pg_advisory_lock(${advisoryLocks.bootstrap})`)
  const starting = start()
  // A second wait: the first was longer than a request may wait for a lock.
  const waits = new Set<string>()
  await eventually(async () => {
    const { rows } = await other.query<{ since: string }>(
      `select waitstart::text as since from pg_locks where locktype = 'advisory' and waitstart is not null
       and database = (select oid from pg_database where datname = current_database())`,
    )
    for (const { since } of rows) waits.add(since)
    return waits.size > 1
  })
  await other.end()
  expect(await starting).toMatchObject({ client_id: expect.any(String) as string })
})
