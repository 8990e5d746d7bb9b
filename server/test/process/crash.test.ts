import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { killPostgres, postgresOf, postmasterOf } from '../kill-postgres.ts'
import { startService, type Service } from '../service.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})

async function keyNames(): Promise<string[]> {
  const response = await service.call(await service.token(), '/profile/api-keys?limit=200')
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

test('a killed service stops its orphaned PostgreSQL at the next start, and finds its data', async () => {
  expect((await service.write(await service.token(), 'before the kill')).status).toBe(201)
  const orphan = postmasterOf(service.dataDir)
  service.kill('SIGKILL')
  expect(await service.exit()).toBe('SIGKILL')
  expect(postgresOf(service.dataDir)).toContain(orphan)
  await service.restart()
  expect(postgresOf(service.dataDir)).not.toContain(orphan)
  expect(await keyNames()).toEqual(['before the kill'])
})

test('a service killed together with its PostgreSQL restarts with its data', async () => {
  expect((await service.write(await service.token(), 'before the second')).status).toBe(201)
  service.kill('SIGKILL')
  killPostgres(service.dataDir)
  await service.exit()
  await eventually(() => postgresOf(service.dataDir).length === 0)
  await service.restart()
  expect(new Set(await keyNames())).toEqual(new Set(['before the kill', 'before the second']))
})

test('PostgreSQL killed under load causes some 503 with Retry-After, no restart and no lost acknowledged write', async () => {
  const token = await service.token()
  const acknowledged: string[] = []
  const others: { status: number; retryAfter: string | null }[] = []
  let over = false
  const client = async (_: unknown, id: number) => {
    for (let i = 0; !over; i++) {
      const name = `${id} ${i}`
      const response = await service.write(token, name)
      if (response.status === 201) acknowledged.push(name)
      else others.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
    }
  }
  const clients = Promise.all(Array.from({ length: 8 }, client))
  await eventually(() => acknowledged.length > 50)
  killPostgres(service.dataDir)
  await eventually(() => others.length > 0)
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  const before = acknowledged.length
  await eventually(() => acknowledged.length > before + 50)
  over = true
  await clients
  expect(new Set(others.map((other) => JSON.stringify(other)))).toEqual(
    new Set([JSON.stringify({ status: 503, retryAfter: '1' })]),
  )
  const found = new Set<string>()
  for (
    let page = '/profile/api-keys?limit=200', next: string | undefined;
    ;
    page = `/profile/api-keys?limit=200&cursor=${next}`
  ) {
    const body = (await (await service.call(token, page)).json()) as {
      data: { name: string }[]
      next_cursor?: string
    }
    for (const { name } of body.data) found.add(name)
    if (!(next = body.next_cursor)) break
  }
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
  expect(await service.stop()).toBe(0)
})
