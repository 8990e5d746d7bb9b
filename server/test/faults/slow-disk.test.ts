import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { postgresOf } from '../kill-postgres.ts'
import { startService } from '../service.ts'
import { report } from './chance.ts'
import { Disk } from './disk.ts'
import { Ledger, nothingLost } from './ledger.ts'
import { embeddedUrl, openSql } from './sql.ts'

const writesPerSecond = 5

test('on a disk that takes five writes a second, clients wait or get 503, and nothing acknowledged is lost', async () => {
  const disk = new Disk()
  const service = await startService({ LOG_LEVEL: 'warn' }, disk.folder)
  const { pid } = service
  const token = await service.token()
  let refused = 0
  const ledger = new Ledger(async (name) => {
    const body = JSON.stringify({ short_description: name })
    const response = await service.call(token, '/incidents', { method: 'POST', body })
    if (response.status === 503) refused++
    return response
  }, 32)
  await eventually(() => ledger.acknowledged.size > 100)

  const slow = disk.slowDown(postgresOf(service.dataDir), writesPerSecond)
  const before = ledger.acknowledged.size
  await eventually(() => slow.writes > 50)
  await eventually(() => ledger.acknowledged.size > before + 50)
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  const during = ledger.acknowledged.size - before
  slow.lift()
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200)
  const after = ledger.acknowledged.size
  await eventually(() => ledger.acknowledged.size > after + 100)
  await ledger.close()

  const sql = openSql(embeddedUrl(service.dataDir))
  const found = await sql<{ name: string }>('select short_description as name from incidents')
  report({ writes: slow.writes, acknowledged: ledger.acknowledged.size, during, refused })
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
  expect(service.pid).toBe(pid)
  expect(await service.stop()).toBe(0)
})
