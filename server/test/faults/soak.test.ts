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
const mostGrowth = 32

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

test(
  `memory stays flat over ${minutes} minutes of mixed load`,
  async () => {
    const receiver = await startReceiver()
    const service = await startNode(receiver, 'only', { METRICS_ACCESS: 'public' })
    const hooks = await addHooks(service, receiver, [{}])
    const token = await service.token()
    const surprises: string[] = []
    const ledger = new Ledger(async (name) => {
      const body = JSON.stringify({ short_description: name })
      const response = await service.call(token, '/incidents', { method: 'POST', body })
      for (const path of ['/incidents?limit=25', `/incidents?q=${name}`, '/profile']) {
        const read = await service.call(token, path)
        if (read.status !== 200) surprises.push(`${read.status} ${path}`)
        await read.arrayBuffer()
      }
      await sleep(50)
      return response
    }, 4)
    const megabytes = async (name: string) => {
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1]) / 2 ** 20
    }
    const heap: number[] = []
    const resident: number[] = []
    for (let i = 0; i < samples; i++) {
      await sleep((minutes * minute) / samples)
      heap.push(await megabytes('nodejs_heap_size_used_bytes'))
      resident.push(await megabytes('process_resident_memory_bytes'))
    }
    await ledger.close()
    const sql = openSql(embeddedUrl(service.dataDir))
    await drained(sql, 120)
    const { findings, figures } = await reconcile(sql, hooks, receiver.received)
    const found = await sql<{ name: string }>(`select short_description as name from incidents`)
    // The first third is the warm-up: caches fill, and code is compiled.
    const grown = (series: number[]) => Math.round(median(series.slice(-20)) - median(series.slice(20, 40)))
    report({
      minutes,
      heap_growth_mb: grown(heap),
      resident_growth_mb: grown(resident),
      resident_mb: Math.round(resident.at(-1)!),
      ...figures,
    })
    expect([...ledger.surprises, ...surprises]).toEqual([])
    expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
    expect(findings).toEqual(nothingWrong)
    expect(grown(heap)).toBeLessThanOrEqual(mostGrowth)
    expect(grown(resident)).toBeLessThanOrEqual(mostGrowth)
    expect(await service.stop()).toBe(0)
  },
  (minutes + 10) * minute,
)
