import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { second } from '../../src/kernel/durations.ts'
import { bootstrapClient } from '../accounts.ts'
import { startApp, type TestApp } from '../app.ts'
import { proxiedDatabase, type ChaosProxy } from '../chaos-proxy.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'

let app: TestApp
let proxy: ChaosProxy
let directUrl: string

beforeAll(async () => {
  directUrl = await freshDatabase()
  const proxied = await proxiedDatabase(directUrl)
  proxy = proxied.proxy
  app = await startApp({ DATABASE_URL: proxied.url }, {}, 2 * second)
})
beforeEach(async () => {
  proxy.heal()
  await eventually(async () => (await probe('/readyz')).statusCode === 200)
})

const probe = (url: string) => app.http.inject({ method: 'GET', url })

const askToken = () =>
  app.http.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${bootstrapClient.id}&client_secret=${bootstrapClient.secret}`,
  })

test('during a database outage the process is alive but not ready, and recovers without a restart', async () => {
  proxy.cut()
  expect((await probe('/healthz')).statusCode).toBe(200)
  // The database is checked every quarter of a second.
  const away = await eventually(async () => {
    const response = await probe('/readyz')
    return response.statusCode === 503 && response
  })
  if (!away) throw new Error('unreachable')
  expect(away.headers['retry-after']).toBe('1')
  expect(away.json()).toMatchObject({ code: 'database_unavailable' })
  proxy.heal()
  await eventually(async () => (await probe('/readyz')).statusCode === 200)
  expect((await app.call('GET', '/users')).statusCode).toBe(200)
})

test.each([
  ['GET', '/users', undefined],
  ['GET', '/health', undefined],
  ['POST', '/profile/api-keys', { name: 'during the outage' }],
] as const)('%s %s answers 503 during a database outage', async (method, path, body) => {
  proxy.cut()
  const response = await app.call(method, path, { body })
  expect(response.statusCode).toBe(503)
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(response.headers['retry-after']).toBe('1')
  expect(response.json()).toMatchObject({ code: 'database_unavailable', status: 503 })
})

test('a write refused during the outage has no effect', async () => {
  proxy.cut()
  expect((await app.call('POST', '/profile/api-keys', { body: { name: 'refused' } })).statusCode).toBe(503)
  // Directly: connections of the service that were cut may not have been replaced yet.
  const direct = new pg.Client({ connectionString: directUrl })
  await direct.connect()
  expect((await direct.query(`select from api_keys where name = 'refused'`)).rowCount).toBe(0)
  await direct.end()
})

test('the token endpoint reports the outage as an OAuth error', async () => {
  proxy.cut()
  const response = await askToken()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('1')
  expect(response.json()).toMatchObject({ error: 'temporarily_unavailable' })
  proxy.heal()
  await eventually(async () => (await askToken()).statusCode === 200)
})

test('metrics are available during an outage too', async () => {
  proxy.cut()
  const response = await probe('/metrics')
  expect(response.statusCode).toBe(200)
  expect(response.body).toContain('mainstay_http_requests_total')
})

test('jobs enqueued before the outage are done after it', async () => {
  const other = new pg.Client({ connectionString: directUrl })
  await other.connect()
  proxy.cut()
  await other.query(`update jobs set run_at = now() where type = 'forget-idempotency-keys'`)
  proxy.heal()
  await eventually(
    async () =>
      (
        await other.query(
          `select from jobs where type = 'forget-idempotency-keys' and run_at > now() + interval '30 minutes'`,
        )
      ).rowCount === 1,
  )
  expect((await other.query('select from jobs where last_error is not null')).rowCount).toBe(0)
  await other.end()
})

test('the token endpoint reports a locked table in the same way', async () => {
  const other = new pg.Client({ connectionString: directUrl })
  await other.connect()
  await other.query('begin; lock table clients')
  const response = await askToken()
  await other.end()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('1')
  expect(response.json()).toMatchObject({ error: 'temporarily_unavailable' })
})

test('a locked table causes a 503 instead of an endless wait, and the service stays ready', async () => {
  const other = new pg.Client({ connectionString: directUrl })
  await other.connect()
  await other.query('begin; lock table api_keys')
  const [refused, ready] = await Promise.all([
    app.call('POST', '/profile/api-keys', { body: { name: 'locked out' } }),
    probe('/readyz'),
  ])
  expect(ready.statusCode).toBe(200)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json()).toMatchObject({ code: 'overloaded' })
  await other.query('rollback')
  await other.end()
  expect(await app.query(`select * from api_keys where name = 'locked out'`)).toEqual([])
  expect((await app.call('POST', '/profile/api-keys', { body: { name: 'let in' } })).statusCode).toBe(201)
})
