import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../receiver.ts'
import type { Service } from '../service.ts'
import { Chance, report } from './chance.ts'
import { addHooks, drained, startNode } from './hooks.ts'
import { Ledger, nothingLost } from './ledger.ts'
import { nothingWrong, reconcile } from './reconcile.ts'
import { embeddedUrl, openSql } from './sql.ts'

const kills = Number(process.env.FAULT_KILLS ?? 20)
const events = Number(process.env.FAULT_EVENTS ?? 5000)
const clients = Number(process.env.FAULT_CLIENTS ?? 4)
const maxPerWebhook = 32

/** Clients that create incidents, and others that update each of them once. */
function openLedgers(service: Service, token: string) {
  const ids: string[] = []
  const send = (method: string, path: string, body: object) =>
    service.call(token, path, { method, body: JSON.stringify(body) })
  const created = new Ledger(async (name) => {
    const priority = `P${1 + (Number(name.split('-')[1]) % 4)}`
    const response = await send('POST', '/incidents', { short_description: name, priority })
    if (response.ok) ids.push(((await response.json()) as { id: string }).id)
    return response
  }, clients)
  const changed = new Ledger(async (name) => {
    const id = ids.shift()
    return id ? send('PATCH', `/incidents/${id}`, { category: name, priority: 'P2' }) : undefined
  }, 1)
  return { created, changed }
}

test(`a service killed ${kills} times during ${events} events loses no event and duplicates no delivery`, async () => {
  const chance = new Chance()
  const receiver = await startReceiver()
  const service = await startNode(receiver, 'only')
  const hooks = await addHooks(service, receiver, [
    { events: ['incident.created', 'incident.updated', 'incident.priority_changed'] },
    { events: ['incident.created', 'incident.updated'], priority: 'P1' },
    { events: ['incident.created'] },
  ])
  const { created, changed } = openLedgers(service, await service.token())
  for (let round = 0; round < kills; round++) {
    await sleep(chance.between(200, 3000))
    service.kill('SIGKILL')
    await service.exit()
    await service.restart()
  }
  await eventually(() => created.acknowledged.size + changed.acknowledged.size >= events, 600)
  await Promise.all([created.close(), changed.close()])
  expect([...created.surprises, ...changed.surprises]).toEqual([])

  const sql = openSql(embeddedUrl(service.dataDir))
  await drained(sql, 600)
  const found = async (text: string) => (await sql<{ name: string }>(text)).map(({ name }) => name)
  const eventsOf = (type: string, field: string) =>
    found(`select data ->> '${field}' as name from events where type = '${type}'`)
  expect(created.reconcile(await found('select short_description as name from incidents'))).toEqual(
    nothingLost,
  )
  expect(created.reconcile(await eventsOf('incident.created', 'short_description'))).toEqual(nothingLost)
  expect(changed.reconcile(await eventsOf('incident.updated', 'category'))).toEqual(nothingLost)

  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ seed: chance.seed, kills, ...figures })
  expect(findings).toEqual(nothingWrong)
  expect(figures.failed).toBe(0)
  expect(figures.events).toBeGreaterThanOrEqual(events)
  expect(figures.duplicates).toBeLessThanOrEqual(maxPerWebhook * hooks.length * kills)
  expect(await service.stop()).toBe(0)
}, 3_600_000)
