import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { age } from '../ageing.ts'
import type { Job } from '../bulk.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver, type Receiver } from '../receiver.ts'
import type { Service } from '../service.ts'
import { recordedEvents } from '../recorded-events.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode } from './hooks.ts'
import { attemptOf, deliveryOf, nothingWrong, reconcile } from './reconcile.ts'
import { openSql, type Sql } from './sql.ts'

/** Seconds by which the clock of each node is wrong. */
const offsets = [-120, -30, 0, 120]
const perNode = 25
const retryAfter = 3
/** Milliseconds between the clock of PostgreSQL and a node's estimate of it, on a busy machine. */
const tolerance = 5000

const shiftedClock = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url))

const startNodes = (receiver: Receiver, url: string): Promise<Service[]> =>
  Promise.all(
    offsets.map((offset) =>
      startNode(receiver, `clock ${offset}`, {
        NODE_OPTIONS: `--import ${shiftedClock}`,
        CLOCK_SHIFT_SECONDS: String(offset),
        DATABASE_URL: url,
        BASE_URL: 'http://mainstay.test',
        SECRET_KEY: 'k'.repeat(32),
        SLA_MINUTES: 'P1=100,P2=200,P3=300,P4=400',
        WEBHOOK_RETRY_DELAYS: `${retryAfter},1,1,1`,
        LOG_LEVEL: 'info',
      }),
    ),
  )

/** Each node creates incidents, with tokens that the other nodes issued. */
async function createEverywhere(nodes: Service[]): Promise<string[]> {
  const ids: string[] = []
  const tokens = await Promise.all(nodes.map((node) => node.token()))
  for (const node of nodes)
    for (let n = 0; n < perNode; n++) {
      const before = Date.now()
      const body = JSON.stringify({ short_description: `Incident ${n}`, priority: 'P1' })
      const response = await node.call(tokens[n % tokens.length]!, '/incidents', { method: 'POST', body })
      expect(response.status).toBe(201)
      const { id, created_at } = (await response.json()) as { id: string; created_at: string }
      expect(Date.parse(created_at)).toBeGreaterThan(before - tolerance)
      expect(Date.parse(created_at)).toBeLessThan(Date.now() + tolerance)
      ids.push(id)
    }
  return ids
}

/** Marks pass now for some incidents and in a few seconds for others: none is published before its time. */
async function breachAll(sql: Sql, ids: string[]): Promise<void> {
  await age({ query: sql }, 101, `right(id, 1) in ('0', '2', '4', '6', '8')`)
  await age({ query: sql }, 99.75, `right(id, 1) in ('1', '3', '5', '7', '9')`)
  const breached = `select subject_id from ${recordedEvents} where type = 'sla.breached'`
  await eventually(async () => {
    await sql(`update jobs set run_at = now() where type = 'watch-sla' and claimed_by is null`)
    // Read before the list of the future ones: what is published in between is not mistaken for early.
    const [before] = await sql<{ ids: string[] }>(`select array(${breached}) as ids`)
    const future = await sql<{ id: string }>(
      `select id from incidents where sla_breach_at > clock_timestamp() and id = any($1)`,
      [before!.ids],
    )
    expect(future).toEqual([])
    return before!.ids.length >= ids.length
  })
  for (const type of ['sla.breach_warning', 'sla.breached']) {
    const published = await sql<{ id: string }>(
      `select subject_id as id from ${recordedEvents} where type = '${type}'`,
    )
    expect(published.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  }
}

async function updateInBulk(nodes: Service[], sql: Sql, ids: string[]): Promise<void> {
  const token = await nodes[0]!.token()
  const jobs = await Promise.all(
    nodes.map(async (node, i) => {
      const fields = { work_note: `From node ${i}` }
      const body = JSON.stringify({ operation: 'update', ids, fields })
      const response = await node.call(token, '/incidents/bulk', { method: 'POST', body })
      expect(response.status).toBe(202)
      return ((await response.json()) as Job).job_id
    }),
  )
  for (const id of jobs) {
    const job = await eventually(async () => {
      const job = (await (await nodes[3]!.call(token, `/jobs/${id}`)).json()) as Job
      return job.completed_at && job
    })
    expect(job).toMatchObject({ total: ids.length, succeeded: ids.length, failed: 0 })
  }
  const wrong = await sql(`select id from incidents where work_notes_count <> $1`, [nodes.length])
  expect(wrong).toEqual([])
}

test('four nodes with wrong clocks agree on the time: nothing is early, refused or doubled', async () => {
  const url = await freshDatabase()
  const receiver = await startReceiver({
    answer: ({ headers }) => ({ status: headers['x-service-attempt'] === '1' ? 500 : 200 }),
  })
  const nodes = await startNodes(receiver, url)
  const sql = openSql(url)
  // Their logs show that their clocks are really wrong; started at most this long ago.
  const wrong = await Promise.all(
    nodes.map(async (node) => {
      const { time } = (await eventually(async () => node.log[0]))!
      return (Date.parse(String(time)) - Date.now()) / 1000
    }),
  )
  for (const [i, offset] of offsets.entries()) {
    expect(wrong[i]).toBeLessThanOrEqual(offset)
    expect(wrong[i]).toBeGreaterThan(offset - 100)
  }
  const hooks = await addHooks(nodes[0]!, receiver, [{}])
  const ids = await createEverywhere(nodes)
  await updateInBulk(nodes, sql, ids)
  await breachAll(sql, ids)
  await drained(sql, 120)
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
  expect(waits).toHaveLength(ids.length)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(retryAfter)
  for (const node of nodes) expect(await node.stop()).toBe(0)
})
