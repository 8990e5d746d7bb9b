import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { driveCmdb, type Cmdb } from '../../../test/cmdb.ts'
import { expectOk } from '../../../test/incidents.ts'
import { driveOutbound, deliveryBodyIn, type Outbound } from '../../../test/outbound.ts'
import { startReceiver, type Receiver } from '../../../test/receiver.ts'

let app: TestApp
let other: TestApp
let receiver: Receiver
let outbound: Outbound
let cmdb: Cmdb
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startApp(receiver.env)
  // A second node on the same database.
  other = await startApp({ ...receiver.env, DATABASE_URL: app.url })
  outbound = driveOutbound(app, receiver.url)
  cmdb = driveCmdb(app)
  await outbound.create({ events: ['ci.discovered'] })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

/** The deliveries since the last call. */
async function arrived() {
  await outbound.settled()
  return receiver.received.splice(0).map(deliveryBodyIn)
}

test('a new CI with a source is sent to the webhook once, with its fields', async () => {
  const ci = await cmdb.create({
    name: 'db-1',
    class: 'database',
    environment: 'production',
    criticality: 'high',
    ip_addresses: ['10.0.0.7'],
    fqdn: 'db-1.example.com',
    serial_number: 'SN-1',
    external_id: 'i-1',
    discovery_source: 'netscan',
  })
  await cmdb.create({ name: 'by hand' })
  await cmdb.change(ci.id, { status: 'retired' })
  const sent = await arrived()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    event: 'ci.discovered',
    data: {
      id: ci.id,
      url: ci.url,
      name: 'db-1',
      class: 'database',
      status: 'operational',
      environment: 'production',
      criticality: 'high',
      ip_addresses: ['10.0.0.7'],
      fqdn: 'db-1.example.com',
      serial_number: 'SN-1',
      external_id: 'i-1',
      discovery_source: 'netscan',
      first_discovered_at: ci.first_discovered_at,
    },
  })
})

test('a webhook filter can match fields of the CI', async () => {
  const filters = [{ field: 'ci.environment', operator: 'eq', value: 'staging' }]
  const webhook = await outbound.create({
    url: `${receiver.url}/staging`,
    events: ['ci.discovered'],
    filters,
  })
  const source = { discovery_source: 'netscan' }
  await cmdb.create({ ...source, environment: 'production' })
  const wanted = await cmdb.create({ ...source, environment: 'staging' })
  await outbound.settled()
  const heard = receiver.received.splice(0).filter(({ path }) => path === '/hook/staging')
  expect(heard.map((request) => deliveryBodyIn(request).data.id)).toEqual([wanted.id])
  await outbound.remove(webhook.id)
})

/** Fifty machines with different kinds of identifiers. */
const machines = Array.from({ length: 50 }, (_, i) => ({
  name: `race-${i}`,
  ...(i % 3 === 0 && { external_id: `race-${i}` }),
  ...(i % 3 === 1 && { serial_number: `RACE-${i}` }),
  ...(i % 3 === 2 && { fqdn: `race-${i}.example.com` }),
}))

test('when many scans of the same machines race on two nodes, each machine is created and published once', async () => {
  await arrived()
  // All at the same moment and in the same order, so that they compete for every machine.
  const body = { operation: 'upsert', source: 'race', records: machines }
  const drives = [app, other, app, other].map((node) => driveBulk(node, '/cmdb/cis/bulk'))
  await drives[0]!.hold()
  const accepted = await Promise.all(drives.map(async ({ submit }) => expectOk<Job>(await submit(body), 202)))
  await drives[0]!.release()
  const jobs = await Promise.all(accepted.map(({ job_id }) => drives[0]!.done(job_id)))
  const results = jobs.flatMap((job) => job.results)
  expect(results.filter(({ status }) => status === 'failed')).toEqual([])
  expect(results.filter(({ status }) => status === 'created')).toHaveLength(50)
  const ids = new Set(results.map(({ id }) => id))
  expect(ids.size).toBe(50)
  expect((await cmdb.list({ discovery_source: 'race' })).total).toBe(50)
  const told = (await cmdb.discoveries()).filter(({ data }) => data.discovery_source === 'race')
  expect(told).toHaveLength(50)
  const sent = await arrived()
  expect(sent.map(({ data }) => data.id).toSorted()).toEqual([...ids].toSorted())
})

test('scans with different identifiers of a machine end up at one CI, in any order', async () => {
  const parts = [
    { external_id: 'meet', serial_number: 'MEET-1' },
    { serial_number: 'meet-1', fqdn: 'meet.example.com' },
    { external_id: 'meet', fqdn: 'Meet.example.com' },
  ]
  const upsert = (node: TestApp) => (record: object) =>
    driveBulk(node, '/cmdb/cis/bulk').run({
      operation: 'upsert',
      source: 'meet',
      records: [{ name: 'meet', ...record }],
    })
  const jobs = await Promise.all([...parts.map(upsert(app)), ...parts.toReversed().map(upsert(other))])
  expect(new Set(jobs.flatMap(({ results }) => results).map(({ id }) => id)).size).toBe(1)
  expect(await arrived()).toMatchObject([{ event: 'ci.discovered', data: { name: 'meet' } }])
})
