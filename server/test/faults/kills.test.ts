import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { killPostgres, postgresOf } from '../kill-postgres.ts'
import { startService, type Service } from '../service.ts'
import { Ledger, nothingLost } from './ledger.ts'

const rounds = 10

async function openLedger(service: Service): Promise<Ledger> {
  const token = await service.token()
  return new Ledger((name) => service.write(token, name))
}

async function keyNames(service: Service): Promise<string[]> {
  const token = await service.token()
  const names: string[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const response = await service.call(token, `/profile/api-keys?limit=200${next && `&cursor=${next}`}`)
    const page = (await response.json()) as { data: { name: string }[]; next_cursor?: string }
    names.push(...page.data.map(({ name }) => name))
    next = page.next_cursor
  }
  return names
}

test('a service killed repeatedly under load loses nothing it has acknowledged', async () => {
  const service = await startService()
  const ledger = await openLedger(service)
  for (let round = 0; round < rounds; round++) {
    const before = ledger.acknowledged.size
    await eventually(() => ledger.acknowledged.size > before + 20 + round * 7)
    service.kill('SIGKILL')
    await service.exit()
    await service.restart()
  }
  await ledger.close()
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(await keyNames(service))).toEqual(nothingLost)
  expect(await service.stop()).toBe(0)
})

test('a service whose PostgreSQL is killed repeatedly recovers each time within seconds', async () => {
  const service = await startService()
  const { pid } = service
  const postgres = () => postgresOf(service.dataDir)
  const ledger = await openLedger(service)
  for (let round = 0; round < rounds; round++) {
    const before = ledger.acknowledged.size
    await eventually(() => ledger.acknowledged.size > before + 20 + round * 7)
    const killed = killPostgres(service.dataDir)
    await eventually(() => postgres().length > 0 && !postgres().some((pid) => killed.includes(pid)))
    await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200)
  }
  await ledger.close()
  expect(service.pid).toBe(pid)
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(await keyNames(service))).toEqual(nothingLost)
  expect(await service.stop()).toBe(0)
})
