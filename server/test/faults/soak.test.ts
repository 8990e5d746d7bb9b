import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { minute } from '../../src/kernel/durations.ts'
import { startReceiver } from '../receiver.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode } from './hooks.ts'
import { Ledger, nothingLost } from './ledger.ts'
import { nothingWrong, reconcile } from './reconcile.ts'
import { embeddedUrl, openSql } from './sql.ts'

/** SOAK_MINUTES=30 before a release; two minutes show that it works, not that memory is flat. */
const minutes = Number(process.env.SOAK_MINUTES ?? 2)
const samples = 60
const third = samples / 3
/** Megabytes from one third of the run to the next. */
const maxGrowth = 32

/** What is left after a collection; in between, the heap grows until V8 collects again. */
const least = (numbers: number[]) => Math.round(Math.min(...numbers))

const inThirds = (numbers: number[]) => [0, 1, 2].map((i) => least(numbers.slice(i * third, (i + 1) * third)))

test(
  `memory stays flat over ${minutes} minutes of mixed load`,
  async () => {
    const receiver = await startReceiver()
    const service = await startNode(receiver, 'only', { METRICS_ACCESS: 'public' })
    const hooks = await addHooks(service, receiver, [{}])
    const token = await service.token()
    const surprises: string[] = []
    const ledger = new Ledger(async (name) => {
      // A token lasts an hour, and so long a run is not meant.
      const body = JSON.stringify({ short_description: name })
      const response = await service.call(token, '/incidents', { method: 'POST', body })
      for (const path of ['/incidents?limit=25', `/incidents?q=${name}`, '/profile']) {
        const read = await service.call(token, path)
        if (read.status !== 200) surprises.push(`${read.status} ${path} ${await read.text()}`)
        else await read.arrayBuffer()
      }
      await sleep(100)
      return response
    }, 4)
    const heap: number[] = []
    const resident: number[] = []
    for (let i = 0; i < samples; i++) {
      await sleep((minutes * minute) / samples)
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      const megabytes = (name: string) =>
        Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(metrics)![1]) / 2 ** 20
      heap.push(megabytes('nodejs_heap_size_used_bytes'))
      resident.push(megabytes('process_resident_memory_bytes'))
    }
    await ledger.close()
    const sql = openSql(embeddedUrl(service.dataDir))
    await drained(sql, 120)
    const { findings, figures } = await reconcile(sql, hooks, receiver.received)
    const found = await sql<{ name: string }>(`select short_description as name from incidents`)
    const [heapMb, residentMb] = [inThirds(heap), inThirds(resident)]
    report({ minutes, heap_mb: heapMb, resident_mb: residentMb, ...figures })
    expect([...ledger.surprises, ...surprises]).toEqual([])
    expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
    expect(findings).toEqual(nothingWrong)
    // The first third is the warm-up: caches fill, and code is compiled.
    expect(heapMb[2]! - heapMb[1]!).toBeLessThanOrEqual(maxGrowth)
    expect(residentMb[2]! - residentMb[1]!).toBeLessThanOrEqual(maxGrowth)
    expect(await service.stop()).toBe(0)
  },
  (minutes + 10) * minute,
)
