import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { startPostgres15 } from '../postgres15.ts'
import { launchService, startService } from '../service.ts'

const postgres = await startPostgres15()

const base = { BASE_URL: 'http://mainstay.test' }

test("two nodes that start at once on one empty PostgreSQL 15 both start and accept each other's tokens", async () => {
  const env = { ...base, DATABASE_URL: await postgres.emptyDatabase() }
  const nodes = await Promise.all([launchService(env), launchService(env)])
  const [a, b] = [await nodes[0].ready(), await nodes[1].ready()]
  const [fromA, fromB] = [await a.token(), await b.token()]
  expect((await b.write(fromA, 'made on b')).status).toBe(201)
  expect((await a.write(fromB, 'made on a')).status).toBe(201)
  const list = (await (await a.call(fromA, '/profile/api-keys')).json()) as { total: number }
  expect(list.total).toBe(2)
  const migrated = [a, b].map((node) => node.log.some(({ migration }) => migration !== undefined))
  expect(migrated.filter(Boolean)).toHaveLength(1)
  expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0])
})

test.each(['SIGINT', 'SIGQUIT'] as const)(
  'a database restart (%s) makes the service unready, and it recovers without a restart or a flood of log lines',
  async (signal) => {
    const service = await startService({ ...base, DATABASE_URL: await postgres.emptyDatabase() })
    const token = await service.token()
    await postgres.stop(signal)
    await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 503)
    expect((await service.write(token, 'refused')).status).toBe(503)
    await postgres.start()
    await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200)
    expect((await service.write(token, 'accepted')).status).toBe(201)
    const list = (await (await service.call(token, '/profile/api-keys')).json()) as {
      data: { name: string }[]
    }
    expect(list.data.map(({ name }) => name)).toEqual(['accepted'])
    expect(
      service.log.filter(({ level, request_id }) => Number(level) >= 40 && !request_id).length,
    ).toBeLessThan(15)
    expect(await service.stop()).toBe(0)
  },
)
