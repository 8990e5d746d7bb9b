import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveCmdb, type Ci, type Cmdb } from '../../../test/cmdb.ts'
import { walk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

let app: TestApp
let cmdb: Cmdb
let all: Ci[]
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

beforeAll(async () => {
  app = await startApp()
  cmdb = driveCmdb(app)
  for (let i = 0; i < 24; i++)
    await cmdb.create({
      name: `host-${pick(['b', 'a', 'C'], i)}`,
      class: pick(['server', 'database', 'network'], i),
      status: pick(['operational', 'retired'], i),
      environment: pick(['production', null], i >> 1),
      criticality: pick(['low', 'critical', null], i >> 1),
      owner: pick(['ada@example.com', null], i),
      support_group: pick(['Network', 'Desk'], i >> 2),
      location: pick(['Berlin', null], i),
      discovery_source: pick(['netscan', 'cloud', null], i),
      external_id: pick([`i-${i}`, null], i),
      serial_number: { 6: 'SN-A6, left', 7: 'ΑΠΟΘΗΚΕΣ' }[i] ?? `SN-A${i}`,
      fqdn: `h${i}.example.com`,
      ip_addresses: [`10.0.0.${i}`],
      ...(i > 0 && { relationships: [{ type: 'uses', ci_id: 'CI0000001' }] }),
    })
  await app.query(`update cis set created_at = '2026-01-01T00:00:00.123Z'::timestamptz
    + interval '1 day' * (substr(id, 3)::int / 5), updated_at = '2026-03-01T00:00:00Z'::timestamptz
    + interval '1 hour' * (substr(id, 3)::int % 7)`)
  await cmdb.remove((await cmdb.create({ name: 'gone' })).id)
  all = (await cmdb.list({ limit: '200' })).data
})

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

type Filter = [query: Record<string, string>, holds: (ci: Ci) => boolean]
const filters: Filter[] = [
  [{}, () => true],
  [{ class: 'server' }, (ci) => ci.class === 'server'],
  [{ class: 'server,network' }, (ci) => ci.class !== 'database'],
  [{ status: 'retired' }, ({ status }) => status === 'retired'],
  [{ environment: 'production' }, ({ environment }) => environment !== null],
  [{ criticality: 'low,critical' }, ({ criticality }) => criticality !== null],
  [{ owner: 'ada@example.com' }, ({ owner }) => owner !== null],
  [{ support_group: 'Desk' }, ({ support_group }) => support_group === 'Desk'],
  [{ location: 'Berlin' }, ({ location }) => location === 'Berlin'],
  [{ discovery_source: 'cloud' }, ({ discovery_source }) => discovery_source === 'cloud'],
  [{ external_id: 'i-4,i-6' }, ({ external_id }) => ['i-4', 'i-6'].includes(external_id!)],
  [{ serial_number: 'sn-a4,SN-A5' }, (ci) => ['SN-A4', 'SN-A5'].includes(ci.serial_number!)],
  [{ serial_number: 'sn-a6, LEFT' }, (ci) => ci.serial_number === 'SN-A6, left'],
  [{ serial_number: 'ΑΠΟΘΗΚΕΣ' }, (ci) => ci.serial_number === 'ΑΠΟΘΗΚΕΣ'],
  [{ fqdn: 'H7.example.COM.' }, ({ fqdn }) => fqdn === 'h7.example.com'],
  [{ ip_address: '10.0.0.9' }, ({ ip_addresses }) => ip_addresses[0] === '10.0.0.9'],
  [{ related_to: 'CI0000001' }, ({ id }) => id !== 'CI0000001'],
  [{ related_to: 'CI0000002' }, () => false],
  [{ created_after: '2026-01-03T00:00:00.123Z' }, (ci) => ci.created_at > '2026-01-03T00:00:00.123Z'],
  [{ created_before: '2026-01-03T00:00:00.123Z' }, (ci) => ci.created_at < '2026-01-03T00:00:00.123Z'],
]

describe('filters', () => {
  test.for(filters)('%o returns exactly the matching CIs and their number', async ([query, holds]) => {
    const { data, total, limit } = await cmdb.list({ ...query, limit: '200' })
    expect(idsOf(data)).toEqual(idsOf(all.filter(holds)))
    expect([total, limit]).toEqual([data.length, 200])
  })

  test('combine with AND, in every pair', async () => {
    for (const [one, holdsOne] of filters)
      for (const [other, holdsOther] of filters) {
        if (Object.keys(one).some((name) => name in other)) continue
        const expected = idsOf(all.filter((ci) => holdsOne(ci) && holdsOther(ci)))
        const { data, total } = await cmdb.list({ ...one, ...other, limit: '200' })
        expect({ one, other, ids: idsOf(data), total }).toEqual({
          one,
          other,
          ids: expected,
          total: expected.length,
        })
      }
  })

  test('return the same CI as a single read, without incoming references', async () => {
    const [{ related_from, ...alone }, listed] = [await cmdb.get('CI0000001'), all.at(-1)]
    expect(listed).toEqual(alone)
    expect(related_from).toHaveLength(23)
  })
})

describe('the order', () => {
  const orders = (['created_at', 'updated_at'] as const).flatMap((sort) =>
    ['asc', 'desc'].map((order) => ({ sort, order })),
  )

  test.for(orders)('by $sort $order, ties by ID, is stable across pages', async (by) => {
    const keyOf = (ci: Ci) => `${ci[by.sort]} ${ci.id}`
    const ascending = idsOf(all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    const expected = by.order === 'asc' ? ascending : ascending.toReversed()
    for (const limit of ['1', '7', '24']) {
      const pages = await walk((cursor) => cmdb.list({ ...by, limit, ...(cursor && { cursor }) }))
      expect(idsOf(pages.flatMap(({ data }) => data))).toEqual(expected)
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([24]))
    }
    const second = await cmdb.list({ ...by, limit: '7', page: '2' })
    expect(idsOf(second.data)).toEqual(expected.slice(7, 14))
  })

  test('by name is stable across pages too, in any alphabet', async () => {
    const pages = await walk((cursor) =>
      cmdb.list({ sort: 'name', order: 'asc', limit: '5', ...(cursor && { cursor }) }),
    )
    const names = pages.flatMap(({ data }) => data).map(({ name }) => name)
    expect(names).toHaveLength(24)
    // Each name once: equal ones are adjacent.
    expect(names.filter((name, i) => name !== names[i - 1])).toEqual(['host-a', 'host-b', 'host-C'])
  })
})

test.for<[query: Record<string, string>, field: string]>([
  [{ criticality: 'huge' }, 'criticality'],
  [{ related_to: 'INC0000001' }, 'related_to'],
  [{ created_after: 'yesterday' }, 'created_after'],
  [{ sort: 'class' }, 'sort'],
  [{ limit: '201' }, 'limit'],
  [{ colour: 'red' }, 'colour'],
])('a list refuses %o', async ([query, field]) => {
  const problem = expectProblem(await app.call('GET', '/cmdb/cis', { query }), 400, 'validation_error')
  expect(problem.errors).toMatchObject([{ field }])
})

describe('full text', () => {
  const found = async (q: string) => (await cmdb.list({ q })).data.map(({ name }) => name).toSorted()

  test('finds a CI by any word of its name, location and type', async () => {
    await cmdb.create({
      name: 'pay-db-01',
      class: 'oracle databases',
      fqdn: 'pay-db-01.zurich.example.net',
      serial_number: 'XK-99/7Q',
      external_id: 'arn:aws:rds:77',
      location: 'Hangar 51, rack 12',
      environment: 'staging',
      support_group: 'Payments',
    })
    for (const q of [
      'pay-db-01',
      'PAY',
      '01',
      'oracle database',
      'pay-db-01.zurich.example.net',
      'zurich',
      '"xk 99"',
      'XK-99/7Q',
      'arn:aws:rds:77',
      'hangar rack',
      'staging',
      'payment -berlin',
    ])
      expect({ q, names: await found(q) }).toEqual({ q, names: ['pay-db-01'] })
    expect(await found('pay -staging')).toEqual([])
    const { id } = (await cmdb.list({ q: 'zurich' })).data[0]!
    expect(await found(id.toLowerCase())).toEqual(['pay-db-01'])
  })

  test('accepts any input', async () => {
    for (const q of ['', ' ', '"', '-', '(', "'; drop table cis", '%', 'a:*', '&|!'])
      expect((await app.call('GET', '/cmdb/cis', { query: { q } })).statusCode).toBe(200)
  })
})
