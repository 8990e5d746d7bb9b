import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../receiver.ts'
import type { Service } from '../service.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode } from './hooks.ts'
import { attemptOf, deliveryOf, nothingWrong, reconcile } from './reconcile.ts'
import { openSql } from './sql.ts'

const offsets = [-60, -30, 0, 30]
const perNode = 25
const retryAfter = 3
/** Between the clock of this process and that of PostgreSQL as a node estimates it. */
const tolerance = 1000

const architecture = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as string]

/** Shifts the wall clock of a process; timers go on as usual. */
const shifted = (seconds: number) => ({
  LD_PRELOAD: `/usr/lib/${architecture}-linux-gnu/faketime/libfaketime.so.1`,
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

test('four nodes whose clocks are 30 seconds apart agree on the time, and retry nothing too early', async () => {
  const url = await freshDatabase()
  const receiver = await startReceiver({
    answer: ({ headers }) => ({ status: headers['x-service-attempt'] === '1' ? 500 : 200 }),
  })
  const nodes: Service[] = []
  for (const offset of offsets)
    nodes.push(
      await startNode(receiver, `clock ${offset}`, {
        ...shifted(offset),
        DATABASE_URL: url,
        BASE_URL: 'http://mainstay.test',
        WEBHOOK_RETRY_DELAYS: `${retryAfter},1,1,1`,
      }),
    )
  const sql = openSql(url)
  // The answers' Date header shows that the nodes' clocks are really wrong.
  const dates = await Promise.all(
    nodes.map(async ({ url }) => (await fetch(`${url}/healthz`)).headers.get('date')),
  )
  const apart = dates.map((date) => Math.round((Date.parse(date!) - Date.now()) / 10_000) * 10 + 0)
  expect(apart).toEqual(offsets)
  const hooks = await addHooks(nodes[0]!, receiver, [{}])
  for (const [i, node] of nodes.entries()) {
    // A token of each node is good on the next.
    const token = await nodes[(i + 1) % nodes.length]!.token()
    for (let n = 0; n < perNode; n++) {
      const before = Date.now()
      const body = JSON.stringify({ short_description: `${i}-${n}` })
      const response = await node.call(token, '/incidents', { method: 'POST', body })
      expect(response.status).toBe(201)
      const { created_at } = (await response.json()) as { created_at: string }
      expect(Date.parse(created_at)).toBeGreaterThan(before - tolerance)
      expect(Date.parse(created_at)).toBeLessThan(Date.now() + tolerance)
    }
  }
  await eventually(() => receiver.received.length === 2 * perNode * nodes.length)
  await drained(sql, 60)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  const firstAt = new Map(
    receiver.received.filter((it) => attemptOf(it) === 1).map((it) => [deliveryOf(it), it.at]),
  )
  const waits = receiver.received
    .filter((it) => attemptOf(it) === 2)
    .map((it) => (it.at - firstAt.get(deliveryOf(it))!) / 1000)
  report({ offsets, ...figures, shortest_wait: Math.min(...waits), longest_wait: Math.max(...waits) })
  expect(findings).toEqual(nothingWrong)
  expect(figures).toMatchObject({ failed: 0, duplicates: 0 })
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(retryAfter)
  for (const node of nodes) expect(await node.stop()).toBe(0)
})
