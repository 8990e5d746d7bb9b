import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveCmdb, type Ci } from '../../../test/cmdb.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const cmdb = driveCmdb(app)

const everyField = {
  name: 'db-1',
  class: 'database',
  status: 'maintenance',
  environment: 'production',
  criticality: 'critical',
  owner: 'ada@example.com',
  support_group: 'Databases',
  location: 'Berlin, rack 4',
  ip_addresses: ['10.0.0.7', 'fe80::1'],
  fqdn: 'db-1.example.com',
  serial_number: 'SN-0042',
  external_id: 'i-0042',
  attributes: { cpu: { cores: 8 }, tags: ['a', 'b'], note: null },
  discovery_source: 'netscan',
  first_discovered_at: '2026-01-01T00:00:00.000Z',
  last_discovered_at: '2026-02-01T00:00:00.000Z',
}

describe('a new CI', () => {
  test('needs only a name; the other fields have defaults', async () => {
    const response = await cmdb.ask({ name: 'web-1' })
    const ci = expectOk<Ci>(response, 201)
    expect(ci).toEqual({
      id: 'CI0000001',
      number: 'CI0000001',
      url: expect.stringMatching(/^http.*\/cmdb\/cis\/CI0000001$/),
      name: 'web-1',
      class: 'unknown',
      status: 'operational',
      environment: null,
      criticality: null,
      owner: null,
      support_group: null,
      location: null,
      ip_addresses: [],
      fqdn: null,
      serial_number: null,
      external_id: null,
      attributes: {},
      relationships: [],
      related_from: [],
      discovery_source: null,
      first_discovered_at: null,
      last_discovered_at: null,
      version: 1,
      created_at: expect.any(String),
      updated_at: ci.created_at,
      deleted: false,
    })
    expect(response.headers).toMatchObject({ etag: '"1"', location: '/prod/api/v1/cmdb/cis/CI0000001' })
    expect(await cmdb.get(ci.id)).toEqual(ci)
    expect(await cmdb.eventsOf(ci.id)).toEqual([])
    expect((await cmdb.history(ci.id)).map(({ field, to }) => [field, to])).toEqual([
      ['name', 'web-1'],
      ['class', 'unknown'],
      ['status', 'operational'],
    ])
  })

  test('stores every field, and may reference others', async () => {
    const host = await cmdb.create()
    const relationships = [
      { type: 'runs_on', ci_id: host.id },
      { type: 'connects_to', ci_id: host.id },
    ]
    const ci = await cmdb.create({ ...everyField, relationships })
    expect(ci).toMatchObject({ ...everyField, relationships: relationships.toReversed() })
    expect((await cmdb.get(host.id)).related_from).toEqual([
      { type: 'connects_to', ci_id: ci.id, name: 'db-1' },
      { type: 'runs_on', ci_id: ci.id, name: 'db-1' },
    ])
  })

  test('continues numbering beyond seven digits', async () => {
    await app.query(`select setval('ci_numbers', 9999998)`)
    const ids = [await cmdb.create(), await cmdb.create()].map(({ id }) => id)
    expect(ids).toEqual(['CI9999999', 'CI10000000'])
    expect((await cmdb.get('CI10000000')).number).toBe('CI10000000')
    expect((await cmdb.list({ q: 'ci10000000' })).data.map(({ id }) => id)).toEqual(['CI10000000'])
  })

  test('values with several spellings are normalised', async () => {
    const blank = { fqdn: '', serial_number: '  ', external_id: '' }
    expect(await cmdb.create(blank)).toMatchObject({ fqdn: null, serial_number: null, external_id: null })
    expect(
      await cmdb.create({ fqdn: 'DB-2.Example.COM.', serial_number: ' SN-7 ', external_id: ' i-7 ' }),
    ).toMatchObject({ fqdn: 'db-2.example.com', serial_number: 'SN-7', external_id: 'i-7' })
  })
})

describe('an update', () => {
  test('of some fields keeps the others, with a new version and a history entry', async () => {
    const ci = await cmdb.create({ ...everyField, external_id: 'i-1', serial_number: 'SN-1' })
    const response = await cmdb.patch(ci.id, { status: 'retired', attributes: { cpu: 4 }, owner: null })
    const changed = expectOk<Ci>(response, 200)
    expect(changed).toEqual({
      ...ci,
      status: 'retired',
      attributes: { cpu: 4 },
      owner: null,
      version: 2,
      updated_at: changed.updated_at,
    })
    expect(response.headers.etag).toBe('"2"')
    const history = await cmdb.history(ci.id)
    const toldOf = (of: string) => history.filter(({ action }) => action === of)
    expect(toldOf('updated').map(({ field, from, to }) => [field, from, to])).toEqual([
      ['status', 'maintenance', 'retired'],
      ['owner', 'ada@example.com', null],
      ['attributes', everyField.attributes, { cpu: 4 }],
    ])
    expect(toldOf('created').map(({ field }) => field)).toEqual(Object.keys(everyField))
    expect(await cmdb.eventsOf(ci.id)).toHaveLength(1)
  })

  test('without changes leaves no trace, even if it sends back the record as it was read', async () => {
    const target = await cmdb.create()
    const ci = await cmdb.create({
      ...everyField,
      external_id: 'i-2',
      relationships: [{ type: 'uses', ci_id: target.id }],
    })
    const before = await cmdb.everything()
    expect(await cmdb.change(ci.id, {})).toEqual(ci)
    expect(await cmdb.change(ci.id, ci)).toEqual(ci)
    expect(await cmdb.everything()).toEqual(before)
  })

  test('is refused if someone else changed the CI', async () => {
    const ci = await cmdb.create()
    await cmdb.change(ci.id, { owner: 'ada' }, { headers: { 'if-match': '"1"' } })
    const before = await cmdb.everything()
    const problem = await cmdb.patch(ci.id, { owner: 'ben' }, { headers: { 'if-match': '"1"' } })
    expectProblem(problem, 412, 'precondition_failed')
    expectProblem(await cmdb.remove(ci.id, { headers: { 'if-match': '"1"' } }), 412, 'precondition_failed')
    expect(await cmdb.everything()).toEqual(before)
  })

  test('of the same field by many at once is applied once for each', async () => {
    const ci = await cmdb.create()
    const targets = await Promise.all(Array.from({ length: 6 }, () => cmdb.create()))
    await Promise.all([
      ...targets.map(({ id }) => cmdb.change(ci.id, { relationships: [{ type: 'uses', ci_id: id }] })),
      ...targets.map((_, i) => cmdb.change(ci.id, { location: `Room ${i}` })),
    ])
    const after = await cmdb.get(ci.id)
    expect(after.version).toBe(13)
    expect(after.relationships).toHaveLength(1)
    const changes = await app.query<{ field: string; to: unknown }>(
      `select change ->> 'field' as field, change -> 'to' as to from audit_entries, jsonb_array_elements(changes) as change
        where subject_id = '${ci.id}' and action = 'updated' order by seq`,
    )
    expect(changes.findLast(({ field }) => field === 'relationships')!.to).toEqual(after.relationships)
    expect(changes.findLast(({ field }) => field === 'location')!.to).toBe(after.location)
  })
})

describe('a deleted CI', () => {
  test('is visible only to roles that audit', async () => {
    const other = await cmdb.create()
    const ci = await cmdb.create({ name: 'Old one', relationships: [{ type: 'uses', ci_id: other.id }] })
    const user = await cmdb.create({ relationships: [{ type: 'depends_on', ci_id: ci.id }] })
    const deleted = expectOk<Ci>(await cmdb.remove(ci.id), 200)
    expect(deleted).toMatchObject({ deleted: true, status: ci.status, version: 2 })
    expect([deleted.deleted_at, deleted.deleted_by]).toEqual([
      deleted.updated_at,
      expect.stringContaining('@'),
    ])
    expectProblem(await cmdb.read(ci.id), 404, 'not_found')
    expectProblem(await cmdb.patch(ci.id, { owner: 'x' }), 404, 'not_found')
    expectProblem(await cmdb.remove(ci.id), 404, 'not_found')
    for (const part of ['impact', 'dependencies', 'incidents', 'changes'])
      expectProblem(await app.call('GET', `/cmdb/cis/${ci.id}/${part}`), 404, 'not_found')
    expect((await cmdb.list({ q: 'old' })).total).toBe(0)
    expect((await cmdb.get(user.id)).relationships).toEqual([])
    expect((await cmdb.get(other.id)).related_from).toEqual([])
    for (const related_to of [other.id, ci.id]) expect((await cmdb.list({ related_to })).total).toBe(0)

    const query = { include_deleted: 'true' }
    const auditor = await app.tokenFor('auditor')
    expect(expectOk<Ci>(await cmdb.read(ci.id, { query, as: auditor }), 200)).toMatchObject({
      deleted: true,
      relationships: [{ type: 'uses', ci_id: other.id }],
    })
    const agent = await app.tokenFor('itsm_agent')
    expectProblem(await cmdb.read(ci.id, { query, as: agent }), 403, 'insufficient_role')
  })

  test('leaves references to it unchanged, and those records can still be updated', async () => {
    const gone = await cmdb.create()
    const user = await cmdb.create({ relationships: [{ type: 'uses', ci_id: gone.id }] })
    await cmdb.remove(gone.id)
    const read = await cmdb.get(user.id)
    expect(read).toMatchObject({ version: 1, relationships: [] })
    expect(await cmdb.change(user.id, { ...read, location: 'Berlin' })).toMatchObject({
      version: 2,
      relationships: [],
    })
    expect(await app.query(`select to_id from ci_relationships where from_id = '${user.id}'`)).toEqual([
      { to_id: gone.id },
    ])
  })
})

describe('permissions', () => {
  test('everyone reads, agents write, managers delete', async () => {
    const ci = await cmdb.create()
    const readers = ['viewer', 'auditor', 'change_approver', 'knowledge_editor'] as const
    const tokens = await Promise.all(readers.map((role) => app.tokenFor(role)))
    const agent = await app.tokenFor('itsm_agent')
    const before = await cmdb.everything()
    for (const as of tokens) {
      expect((await cmdb.read(ci.id, { as })).statusCode).toBe(200)
      expect((await cmdb.list({}, as)).total).toBeGreaterThan(0)
      for (const refused of [
        await cmdb.ask({ name: 'Mine' }, { as }),
        await cmdb.patch(ci.id, { name: 'Mine' }, { as }),
        await cmdb.remove(ci.id, { as }),
      ])
        expectProblem(refused, 403, 'insufficient_role')
    }
    const problem = expectProblem(await cmdb.remove(ci.id, { as: agent }), 403, 'insufficient_role')
    expect(problem.required_roles).toEqual(['itsm_manager', 'super_admin'])
    expectProblem(await app.call('GET', '/cmdb/cis', { as: null }), 401, 'unauthenticated')
    expect(await cmdb.everything()).toEqual(before)
    await cmdb.change(ci.id, { owner: 'me' }, { as: agent })
    await cmdb.create({}, { as: agent })
    expectOk(await cmdb.remove(ci.id, { as: await app.tokenFor('itsm_manager') }), 200)
  })
})

test('the same POST with the same key creates one CI', async () => {
  const headers = { 'idempotency-key': 'ci-once' }
  const body = { name: 'Once', discovery_source: 'netscan', external_id: 'once' }
  const first = await cmdb.create(body, { headers })
  expect(await cmdb.create(body, { headers })).toEqual(first)
  expectProblem(await cmdb.ask({ ...body, name: 'Twice' }, { headers }), 422, 'idempotency_mismatch')
  expect((await cmdb.list({ external_id: 'once' })).total).toBe(1)
  expect(await cmdb.eventsOf(first.id)).toHaveLength(1)
})
