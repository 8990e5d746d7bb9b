import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { driveOutbound, deliveryBodyIn, type DeliveryBody } from '../../../../test/outbound.ts'
import { startReceiver } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp(receiver.env)
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  receiver.received.length = 0
})

async function arrivedAt(path: string): Promise<DeliveryBody[]> {
  await outbound.settled()
  return receiver.received.filter((request) => request.path === path).map(deliveryBodyIn)
}

test.each(['incident.priority', 'data.priority', 'priority', 'data.incident.priority'])(
  'a filter on %s passes only matching events',
  async (field) => {
    await outbound.create({ filters: [{ field, operator: 'eq', value: 'P1' }] })
    for (const priority of ['P1', 'P2', 'P3', 'P4', 'P1']) await incidents.create({ priority })
    expect((await arrivedAt('/hook')).map(({ data }) => data.priority)).toEqual(['P1', 'P1'])
  },
)

test('filters on the other fields of the payload match what is sent', async () => {
  const filterOn = (path: string, field: string, operator: 'eq' | 'ne' | 'gt', value: string) =>
    outbound.create({ url: `${receiver.url}/${path}`, filters: [{ field, operator, value }] })
  await filterOn('instance', 'service_instance', 'eq', 'mainstay')
  await filterOn('other-instance', 'service_instance', 'ne', 'mainstay')
  await filterOn('since', 'timestamp', 'gt', '2020-01-01T00:00:00Z')
  await filterOn('later', 'payload.timestamp', 'gt', '2999-01-01T00:00:00Z')
  await filterOn('type', 'event', 'eq', 'incident.created')
  await incidents.create()
  for (const [path, count] of Object.entries({
    instance: 1,
    'other-instance': 0,
    since: 1,
    later: 0,
    type: 1,
  }))
    expect([path, await arrivedAt(`/hook/${path}`)]).toEqual([
      path,
      Array.from({ length: count }, () =>
        expect.objectContaining({ event: 'incident.created', service_instance: 'mainstay' }),
      ),
    ])
})

test('all filters must match', async () => {
  await outbound.create({
    filters: [
      { field: 'incident.priority', operator: 'in', value: ['P1', 'P2'] },
      { field: 'short_description', operator: 'contains', value: 'mail' },
      { field: 'assigned_to', operator: 'exists', value: false },
    ],
  })
  await incidents.create({ priority: 'P1', short_description: 'All mail is gone' })
  await incidents.create({ priority: 'P3', short_description: 'All mail is gone' })
  await incidents.create({ priority: 'P2', short_description: 'All files are gone' })
  await incidents.create({ priority: 'P2', short_description: 'No mail', assigned_to: 'me@example.com' })
  const arrived = await arrivedAt('/hook')
  expect(arrived.map(({ data }) => [data.priority, data.short_description])).toEqual([
    ['P1', 'All mail is gone'],
  ])
})

test('each webhook gets the types that it subscribed to', async () => {
  const all = [
    'incident.created',
    'incident.updated',
    'incident.resolved',
    'incident.priority_changed',
  ] as const
  for (const type of all) await outbound.create({ url: `${receiver.url}/${type}`, events: [type] })
  await outbound.create({ url: `${receiver.url}/all`, events: all })
  await outbound.create({ url: `${receiver.url}/none`, events: ['change.approved', 'sla.breached'] })
  const { id } = await incidents.create()
  await incidents.change(id, { state: 'in_progress' })
  await incidents.change(id, { priority: 'P1', state: 'resolved' })
  const typesAt = async (path: string) => (await arrivedAt(`/hook/${path}`)).map(({ event }) => event)
  for (const type of all)
    expect(await typesAt(type)).toEqual(type === 'incident.updated' ? [type, type] : [type])
  expect((await typesAt('all')).toSorted()).toEqual([...all, 'incident.updated'].toSorted())
  expect(await typesAt('none')).toEqual([])
})

test('every event has exactly one delivery per matching webhook', async () => {
  const webhooks = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      outbound.create({ url: `${receiver.url}/${i}`, events: ['incident.updated'] }),
    ),
  )
  const { id } = await incidents.create()
  await Promise.all(Array.from({ length: 40 }, (_, i) => incidents.note(id, { body: `Note ${i}` })))
  await arrivedAt('/hook')
  const rows =
    await app.query(`select webhook_id, count(*) as n, count(distinct event_seq) as events from deliveries
    where webhook_id in (${webhooks.map((webhook) => `'${webhook.id}'`).join()}) group by 1 order by webhook_id`)
  const expected = webhooks.map((webhook) => webhook.id).toSorted()
  expect(rows).toEqual(expected.map((webhook_id) => ({ webhook_id, n: 40, events: 40 })))
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(200)
  expect(receiver.received).toHaveLength(200)
})

test('an inactive webhook gets nothing, also not later', async () => {
  const { id } = await outbound.create({ active: false })
  await incidents.create({ short_description: 'Missed' })
  expect(await arrivedAt('/hook')).toEqual([])
  expect((await outbound.deliveries(id)).total).toBe(0)
  await outbound.change(id, { active: true })
  await incidents.create({ short_description: 'Heard' })
  expect((await arrivedAt('/hook')).map(({ data }) => data.short_description)).toEqual(['Heard'])
})

test('changed filters and events apply from the change on', async () => {
  const { id } = await outbound.create({ filters: [{ field: 'priority', operator: 'eq', value: 'P1' }] })
  const { id: incident } = await incidents.create({ priority: 'P2' })
  expect(await arrivedAt('/hook')).toEqual([])
  await outbound.change(id, { filters: [], events: ['incident.updated'] })
  await incidents.create({ priority: 'P1' })
  await incidents.change(incident, { category: 'mail' })
  expect((await arrivedAt('/hook')).map(({ event }) => event)).toEqual(['incident.updated'])
})
