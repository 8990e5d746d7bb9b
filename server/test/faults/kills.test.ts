import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { killPostgres, postgresOf } from '../kill-postgres.ts'
import { startService } from '../service.ts'
import { Ledger } from './ledger.ts'

const rounds = 10
const clean = { lost: [], doubled: [], phantom: [] }

test('a service that is killed again and again under load loses nothing it has acknowledged', async () => {
  const service = await startService()
  const ledger = new Ledger(service, await service.token())
  for (let round = 0; round < rounds; round++) {
    const before = ledger.acknowledged.size
    await eventually(() => ledger.acknowledged.size > before + 20 + round * 7)
    service.kill('SIGKILL')
    await service.exit()
    await service.restart()
  }
  await ledger.close()
  expect(ledger.surprises).toEqual([])
  expect(await ledger.reconcile(service, await service.token())).toEqual(clean)
  expect(await service.stop()).toBe(0)
})

test('a service whose PostgreSQL is killed again and again recovers each time by itself within seconds', async () => {
  const service = await startService()
  const { pid } = service
  const postgres = () => postgresOf(service.dataDir)
  const ledger = new Ledger(service, await service.token())
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
  expect(await ledger.reconcile(service, await service.token())).toEqual(clean)
  expect(await service.stop()).toBe(0)
})
