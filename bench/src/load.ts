import { incidents } from './generate.ts'
import type { Service } from './service.ts'

const perRequest = 4000

/** Fills a service through its import, two requests at a time, and reports the rate. */
export async function load(service: Service, count: number): Promise<void> {
  const started = performance.now()
  const underWay = new Set<Promise<void>>()
  let batch: string[] = []
  let sent = 0
  const send = async (lines: string[]) => {
    const response = await fetch(`${service.url}/prod/api/v1/incidents/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    })
    const result = (await response.json()) as { imported?: number }
    if (result.imported !== lines.length) throw new Error(`import: ${JSON.stringify(result).slice(0, 500)}`)
    sent += lines.length
    if (sent % 100_000 < perRequest) progress(sent, count, started)
  }
  const flush = async () => {
    const promise = send(batch).finally(() => underWay.delete(promise))
    underWay.add(promise)
    batch = []
    if (underWay.size >= 2) await Promise.race(underWay)
  }
  for (const line of incidents(count)) if (batch.push(line) === perRequest) await flush()
  if (batch.length > 0) await flush()
  await Promise.all(underWay)
  progress(count, count, started)
}

function progress(sent: number, count: number, started: number): void {
  const seconds = (performance.now() - started) / 1000
  console.log(`  imported ${sent} of ${count} incidents, ${Math.round(sent / seconds)}/s`)
}
