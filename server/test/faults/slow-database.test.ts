import { expect, test } from 'vitest'
import { proxiedDatabase } from '../chaos-proxy.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startService } from '../service.ts'
import { report } from './chance.ts'
import { Ledger, nothingLost } from './ledger.ts'
import { openSql } from './sql.ts'

const clients = 50
/** Seconds until a busy machine has served them all; not a measure. */
const maxWaitSeconds = 300
/** Added to each message in either direction, in milliseconds. */
const delays = [50, 500]

test('a slow database makes clients wait or get 503: nothing acknowledged is lost, and memory is bounded', async () => {
  const url = await freshDatabase()
  const proxied = await proxiedDatabase(url)
  const service = await startService({
    DATABASE_URL: proxied.url,
    LOG_LEVEL: 'warn',
    METRICS_ACCESS: 'public',
  })
  const { pid } = service
  const token = await service.token()
  const took = { admitted: [] as number[], refused: [] as number[] }
  const ledger = new Ledger(async (name) => {
    const body = JSON.stringify({ short_description: name })
    const begun = performance.now()
    const response = await service.call(token, '/incidents', { method: 'POST', body })
    took[response.ok ? 'admitted' : 'refused'].push(performance.now() - begun)
    return response
  }, clients)
  await eventually(() => ledger.acknowledged.size > clients, maxWaitSeconds)
  const memory = await residentMb(service.url)
  for (const delay of delays) {
    took.admitted = []
    took.refused = []
    proxied.proxy.delay(delay)
    const before = ledger.acknowledged.size
    await eventually(() => ledger.acknowledged.size > before + clients, maxWaitSeconds)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    report({ delay, admitted: summary(took.admitted), refused: summary(took.refused) })
  }
  proxied.proxy.delay(0)
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200)
  const after = ledger.acknowledged.size
  await eventually(() => ledger.acknowledged.size > after + clients, maxWaitSeconds)
  await ledger.close()

  const grown = (await residentMb(service.url)) - memory
  const sql = openSql(url)
  const found = await sql<{ name: string }>('select short_description as name from incidents')
  report({ acknowledged: ledger.acknowledged.size, grown_mb: grown })
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
  expect(grown).toBeLessThan(200)
  expect(service.pid).toBe(pid)
  expect(await service.stop()).toBe(0)
})

function summary(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { count: times.length, p50_ms: at(0.5), p99_ms: at(0.99) }
}

async function residentMb(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes(?:{[^}]*})? (\S+)$/m.exec(metrics)![1]) / 2 ** 20)
}
