import { afterAll, beforeAll, expect, test } from 'vitest'
import { second } from '../../src/kernel/durations.ts'
import { startApp, type TestApp } from '../app.ts'
import { proxiedDatabase, type ChaosProxy } from '../chaos-proxy.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'

const detectionSeconds = 15

let app: TestApp
let proxy: ChaosProxy

beforeAll(async () => {
  const proxied = await proxiedDatabase(await freshDatabase())
  proxy = proxied.proxy
  app = await startApp({ DATABASE_URL: proxied.url }, {}, 2 * second)
})
afterAll(() => app.close())

test('connections that stop responding are detected, answered with 503 and replaced', async () => {
  await Promise.all(Array.from({ length: 6 }, () => app.call('GET', '/users')))
  proxy.blackHole()
  const lost = performance.now()
  const write = app.call('POST', '/profile/api-keys', { body: { name: 'swallowed' } })
  const reads = Array.from({ length: 6 }, () => app.call('GET', '/users'))
  for (const response of await Promise.all([write, ...reads])) {
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.json()).toMatchObject({ code: 'database_unavailable' })
  }
  expect((performance.now() - lost) / 1000).toBeLessThan(detectionSeconds)
  expect((await app.http.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)

  proxy.heal()
  // The silent connections never respond again: if one were kept, every use of it would time out.
  await eventually(async () => (await app.http.inject({ method: 'GET', url: '/readyz' })).statusCode === 200)
  const back = performance.now()
  for (let i = 0; i < 20; i++) expect((await app.call('GET', '/users')).statusCode).toBe(200)
  expect((performance.now() - back) / 1000).toBeLessThan(detectionSeconds)
  expect((await app.call('POST', '/profile/api-keys', { body: { name: 'let in' } })).statusCode).toBe(201)
  expect(await app.query(`select name from api_keys`)).toEqual([{ name: 'let in' }])
})
