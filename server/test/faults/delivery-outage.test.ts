import { expect, test } from 'vitest'
import { proxiedDatabase } from '../chaos-proxy.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { killPostgres, postgresOf } from '../kill-postgres.ts'
import { startReceiver } from '../receiver.ts'
import { Chance, report } from './chance.ts'
import { addHooks, drained, startNode, publishEvents } from './hooks.ts'
import { nothingWrong, reconcile } from './reconcile.ts'
import { embeddedUrl, openSql } from './sql.ts'

const kills = 8
const perRound = 250

test('repeated kills of PostgreSQL during deliveries cause no restart, no lost delivery and no duplicate request', async () => {
  const chance = new Chance()
  // One in ten is refused the first time, so that results of every kind are written across the kills.
  const receiver = await startReceiver({
    answer: ({ headers }) => ({
      delay_ms: chance.between(0, 600),
      status: headers['x-service-attempt'] === '1' && chance.between(0, 10) < 1 ? 500 : 200,
    }),
  })
  const service = await startNode(receiver, 'only', { WEBHOOK_RETRY_DELAYS: '1,1,1,1' })
  const { pid } = service
  const hooks = await addHooks(service, receiver, [{}, {}, {}, { priority: 'P1' }])
  const sql = openSql(embeddedUrl(service.dataDir))
  const postgres = () => postgresOf(service.dataDir)
  for (let round = 0; round < kills; round++) {
    await eventually(() => publishEvents(sql, perRound).then(() => true))
    const before = receiver.received.length
    const some = chance.between(1, perRound)
    await eventually(() => receiver.received.length > before + some, 60)
    const killed = killPostgres(service.dataDir)
    await eventually(() => postgres().length > 0 && !postgres().some((pid) => killed.includes(pid)))
  }
  await drained(sql, 120)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ seed: chance.seed, kills, ...figures })
  expect(findings).toEqual(nothingWrong)
  // Results that arrived during the outage were kept and written later.
  expect(figures).toMatchObject({ events: kills * perRound, failed: 0, duplicates: 0 })
  expect(service.pid).toBe(pid)
  expect(await service.stop()).toBe(0)
})

test('requests in progress during a database outage longer than a lease are recorded, and none is sent again', async () => {
  const url = await freshDatabase()
  const { url: proxiedUrl, proxy } = await proxiedDatabase(url)
  const [early, late] = [openGate(), openGate()]
  const receiver = await startReceiver({
    answer: async ({ path }) => {
      await (path < '/hook/3' ? early : late).opened
      return {}
    },
  })
  const service = await startNode(receiver, 'only', { DATABASE_URL: proxiedUrl, DATABASE_POOL_SIZE: '4' })
  const hooks = await addHooks(service, receiver, [{}, {}, {}, {}, {}, {}])
  const sql = openSql(url)
  await publishEvents(sql, 10)
  await eventually(() => receiver.received.length === 60)
  proxy.cut()
  early.open()
  const leased = async () => (await sql(`select from delivery_queue where leased_until > now()`)).length
  expect(await leased()).toBeGreaterThan(0)
  await eventually(async () => (await leased()) === 0, 60)
  proxy.heal()
  await eventually(async () => (await leased()) >= 30)
  late.open()
  await drained(sql, 60)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report(figures)
  expect(findings).toEqual(nothingWrong)
  expect(figures).toMatchObject({ deliveries: 60, failed: 0, duplicates: 0 })
  expect(await service.stop()).toBe(0)
})

function openGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}
