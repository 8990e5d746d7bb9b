import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { startPostgres15 } from '../postgres15.ts'
import { launchService, type Service } from '../service.ts'

const postgres = await startPostgres15()
let a: Service
let b: Service

beforeAll(async () => {
  const env = {
    BASE_URL: 'http://mainstay.test',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    DATABASE_URL: await postgres.emptyDatabase(),
  }
  ;[a, b] = await Promise.all([launchService(env), launchService(env)])
  await Promise.all([a.ready(), b.ready()])
})

test("two nodes that start at once on one empty PostgreSQL 15 both start and accept each other's tokens", async () => {
  const [fromA, fromB] = [await a.token(), await b.token()]
  expect((await b.write(fromA, 'made on b')).status).toBe(201)
  expect((await a.write(fromB, 'made on a')).status).toBe(201)
  const list = (await (await a.call(fromA, '/profile/api-keys')).json()) as { total: number }
  expect(list.total).toBe(2)
  const migrated = [a, b].map((node) => node.log.some(({ migration }) => migration !== undefined))
  expect(migrated.filter(Boolean)).toHaveLength(1)
  await expectUnansweredDelivery(a, fromA)
  expect(await b.stop()).toBe(0)
})

/** Before release 18 PostgreSQL refuses to read JSON's null as a number. */
async function expectUnansweredDelivery(service: Service, token: string): Promise<void> {
  const post = (path: string, body?: object) =>
    service.call(token, path, { method: 'POST', body: JSON.stringify(body ?? {}) })
  const url = `https://127.0.0.1:${await freePort()}/nobody-listens`
  const created = await post('/webhooks/outbound', { name: 'Pager', url, events: ['incident.created'] })
  const { id } = (await created.json()) as { id: string }
  expect((await post('/incidents', { short_description: 'Down' })).status).toBe(201)
  const root = `/webhooks/outbound/${id}/deliveries`
  const delivery = (await eventually(async () => {
    const { data } = (await (await service.call(token, root)).json()) as {
      data: { id: string; attempt_count: number; response_status: number | null }[]
    }
    return data.find(({ attempt_count }) => attempt_count > 0)
  }))!
  expect(delivery.response_status).toBeNull()
  expect((await service.call(token, `${root}/${delivery.id}`)).status).toBe(200)
  expect((await post(`${root}/${delivery.id}/replay`)).status).toBe(202)
}

async function keyNames(token: string): Promise<string[]> {
  const list = (await (await a.call(token, '/profile/api-keys')).json()) as { data: { name: string }[] }
  return list.data.map(({ name }) => name).toSorted()
}

const countWarnings = () => a.log.filter(({ level, request_id }) => Number(level) >= 40 && !request_id).length

test.each(['SIGINT', 'SIGQUIT'] as const)(
  'a database restart (%s) makes the service unready, and it recovers without a restart or a flood of log lines',
  async (signal) => {
    const token = await a.token()
    const [names, warnings] = [await keyNames(token), countWarnings()]
    await postgres.stop(signal)
    await eventually(async () => (await fetch(`${a.url}/readyz`)).status === 503)
    expect((await a.write(token, 'refused')).status).toBe(503)
    await postgres.start()
    await eventually(async () => (await fetch(`${a.url}/readyz`)).status === 200)
    expect((await a.write(token, `accepted after ${signal}`)).status).toBe(201)
    expect(await keyNames(token)).toEqual([...names, `accepted after ${signal}`].toSorted())
    expect(countWarnings() - warnings).toBeLessThan(15)
  },
)

test('after these restarts the exit is clean', async () => {
  expect(await a.stop()).toBe(0)
})
