import pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { report } from '../faults/chance.ts'
import { addHooks, drained, startNode } from '../faults/hooks.ts'
import { nothingLost } from '../faults/ledger.ts'
import { nothingWrong, reconcile } from '../faults/reconcile.ts'
import { openSql } from '../faults/sql.ts'
import { startReceiver } from '../receiver.ts'
import { startRedis } from '../redis.ts'
import { Load } from './load.ts'
import type { Machine } from './network.ts'
import { PatroniCluster, startHaproxy } from './patroni.ts'

const kills = Number(process.env.CLUSTER_KILLS ?? 10)
const maxSeconds = 30

async function createDatabase(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://postgres@${address}/postgres` })
  await client.connect()
  await client.query('create role mainstay login')
  await client.query('create database mainstay owner mainstay')
  await client.end()
}

test(`three nodes on a Patroni cluster lose and double nothing while its leader fails again and again`, async () => {
  const cluster = await new PatroniCluster(3).start()
  await createDatabase((await cluster.leader()).address)
  const [receiver, redis] = [await startReceiver(), await startRedis()]
  const shared = { BASE_URL: 'http://mainstay.test', REDIS_URL: redis.url, SECRET_KEY: 'k'.repeat(32) }
  // Two find the leader themselves, the third is led there by HAProxy.
  const proxied = `postgres://mainstay@127.0.0.1:${startHaproxy(cluster.machines)}/mainstay`
  const nodes = []
  for (const [i, url] of [cluster.url, cluster.url, proxied].entries())
    nodes.push(await startNode(receiver, `node-${i}`, { ...shared, DATABASE_URL: url }))
  const [first] = nodes
  const hooks = await addHooks(first!, receiver, [{}, { priority: 'P1' }])
  const load = new Load(nodes, await first!.token())
  const pids = nodes.map(({ pid }) => pid)
  const outages: Record<string, number[]> = {}

  /** `end` heals the machine after another has taken over. */
  const endure = async (fault: string, begin: (leader: Machine) => void, end: (old: Machine) => void) => {
    await load.served()
    await cluster.synchronized()
    const old = await eventually(() => cluster.leader())
    const begun = performance.now()
    begin(old)
    await eventually(async () => (await cluster.leader()) !== old, 120)
    const promoted = Math.round((performance.now() - begun) / 100) / 10
    await load.served()
    const seconds = load.longestGap(begun)
    ;(outages[fault] ??= []).push(seconds)
    report({
      fault,
      leader: old.name,
      promoted_after: promoted,
      outage_seconds: seconds,
      acknowledged: load.ledger.acknowledged.size,
    })
    end(old)
  }

  for (let round = 0; round < kills; round++)
    await endure(
      'killed',
      (leader) => leader.signal('SIGKILL'),
      (old) => cluster.startMachine(old),
    )
  await endure(
    'frozen',
    (leader) => leader.signal('SIGSTOP'),
    (old) => old.signal('SIGCONT'),
  )
  await endure(
    'cut off',
    (leader) => leader.cut(),
    (old) => old.heal(),
  )
  await cluster.synchronized()
  // No failover has cost a restart of the service.
  expect(nodes.map(({ pid }) => pid)).toEqual(pids)

  for (const node of nodes) {
    // A start that finds no database in time ends, and is repeated as a supervisor would.
    await eventually(() => node.restart())
    await load.served()
  }
  await load.close()
  const { ledger } = load

  const sql = openSql(`postgres://mainstay@${(await cluster.leader()).address}/mainstay`)
  await drained(sql, 240)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  const found = await sql<{ name: string }>(`select short_description as name from incidents`)
  const verified = await first!.call(await first!.token(), '/audit/verify')
  report({ kills, outages, acknowledged: ledger.acknowledged.size, ...figures })
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
  expect(findings).toEqual(nothingWrong)
  expect(await verified.json()).toMatchObject({ valid: true })
  expect(Math.max(...Object.values(outages).flat())).toBeLessThanOrEqual(maxSeconds)
  for (const node of nodes) expect(await node.stop()).toBe(0)
})
