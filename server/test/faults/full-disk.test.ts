import { rmSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { copyFolder } from '../folders.ts'
import { startService } from '../service.ts'
import { report } from './chance.ts'
import { Ledger, nothingLost } from './ledger.ts'
import { fill, smallFolder } from './small-folder.ts'
import { embeddedUrl, openSql } from './sql.ts'

const rounds = 3
const size = '320m'

test('a disk that fills up again and again refuses writes, loses none that was acknowledged, and recovers', async () => {
  const folder = smallFolder(size)
  copyFolder(inject('preparedFolder'), folder)
  const service = await startService({ LOG_LEVEL: 'warn' }, folder)
  const { pid } = service
  const token = await service.token()
  const refused: number[] = []
  const text = 'x'.repeat(8000)
  const ledger = new Ledger(async (name) => {
    const body = JSON.stringify({ short_description: name, description: text })
    const response = await service.call(token, '/incidents', { method: 'POST', body })
    if (![503, 507].includes(response.status)) return response
    refused.push(response.status)
    return undefined
  }, 8)
  for (let round = 0; round < rounds; round++) {
    const [acknowledged, refusals] = [ledger.acknowledged.size, refused.length]
    await eventually(() => ledger.acknowledged.size > acknowledged + 50)
    const filler = fill(folder)
    await eventually(() => refused.length > refusals + 20)
    rmSync(filler)
    await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200)
  }
  const before = ledger.acknowledged.size
  await eventually(() => ledger.acknowledged.size > before + 50)
  await ledger.close()
  const sql = openSql(embeddedUrl(service.dataDir))
  const found = await sql<{ name: string }>(`select short_description as name from incidents`)
  const counts = Object.fromEntries(
    [503, 507].map((code) => [code, refused.filter((it) => it === code).length]),
  )
  report({ rounds, acknowledged: ledger.acknowledged.size, refused: counts })
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
  expect(service.pid).toBe(pid)
  expect(await service.stop()).toBe(0)
})
