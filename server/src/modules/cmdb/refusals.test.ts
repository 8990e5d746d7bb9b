import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveCmdb } from '../../../test/cmdb.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const cmdb = driveCmdb(app)
const ci = await cmdb.create({ discovery_source: 'netscan', external_id: 'i-1' })

const relation = { type: 'uses', ci_id: 'CI0000001' }
const wrong: [what: string, fields: object, field: string][] = [
  ['a blank name', { name: ' ' }, 'name'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
  ['a name that is no text', { name: 7 }, 'name'],
  ['no name', { name: null }, 'name'],
  ['an empty class', { class: '' }, 'class'],
  ['a status that is no word', { status: 'In Use' }, 'status'],
  ['an unknown criticality', { criticality: 'extreme' }, 'criticality'],
  ['an address that is none', { ip_addresses: ['10.0.0.256'] }, 'ip_addresses.0'],
  ['a name as an address', { ip_addresses: ['10.0.0.1', 'db1'] }, 'ip_addresses.1'],
  ['a network as an address', { ip_addresses: ['10.0.0.0/8'] }, 'ip_addresses.0'],
  ['an address twice', { ip_addresses: ['::1', '::1'] }, 'ip_addresses'],
  ['101 addresses', { ip_addresses: Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`) }, 'ip_addresses'],
  ['addresses that are no list', { ip_addresses: '10.0.0.1' }, 'ip_addresses'],
  ['a host name with spaces', { fqdn: 'db 1' }, 'fqdn'],
  ['a host name with a part of 64', { fqdn: `${'x'.repeat(64)}.example.com` }, 'fqdn'],
  ['a serial number of two lines', { serial_number: 'a\nb' }, 'serial_number'],
  ['a serial number of 256 characters', { serial_number: 'x'.repeat(256) }, 'serial_number'],
  ['attributes that are a list', { attributes: [] }, 'attributes'],
  ['attributes that are too much', { attributes: { a: 'x'.repeat(32_768) } }, 'attributes'],
  ['a relationship without a type', { relationships: [{ ci_id: 'CI0000001' }] }, 'relationships.0.type'],
  ['a relationship to nothing', { relationships: [{ type: 'uses' }] }, 'relationships.0.ci_id'],
  [
    'a relationship of two words',
    { relationships: [{ ...relation, type: 'runs on' }] },
    'relationships.0.type',
  ],
  [
    'a relationship to an incident',
    { relationships: [{ ...relation, ci_id: 'INC0000001' }] },
    'relationships.0.ci_id',
  ],
  ['a relationship with more', { relationships: [{ ...relation, since: 1 }] }, 'relationships.0.since'],
  ['a relationship twice', { relationships: [relation, relation] }, 'relationships'],
  [
    'a relationship to a CI that is not there',
    { relationships: [{ ...relation, ci_id: 'CI0000999' }] },
    'relationships',
  ],
  ['a time that is none', { first_discovered_at: 'yesterday' }, 'first_discovered_at'],
  [
    'a last time before the first',
    { first_discovered_at: '2026-02-01T00:00:00Z', last_discovered_at: '2026-01-01T00:00:00Z' },
    'last_discovered_at',
  ],
  ['an unknown field', { colour: 'red' }, 'colour'],
]

describe('an invalid request is refused with the name of the field, and has no effect', () => {
  test.for(wrong)('%s', async ([, fields, field]) => {
    const before = await cmdb.everything()
    for (const refused of [
      await cmdb.ask({ name: 'web-2', ...fields }),
      await cmdb.patch(ci.id, { owner: 'me', ...fields }),
    ]) {
      const problem = expectProblem(refused, 400, 'validation_error')
      expect(problem.errors?.map((error) => error.field)).toEqual([field])
    }
    expect(await cmdb.everything()).toEqual(before)
  })

  test('a missing name', async () => {
    const before = await cmdb.everything()
    expect(expectProblem(await cmdb.ask({}), 400, 'validation_error').errors).toMatchObject([
      { field: 'name', code: 'required' },
    ])
    expect(await cmdb.everything()).toEqual(before)
  })

  test('a relationship twice, which the error names', async () => {
    const { id: ci_id } = await cmdb.create({ name: 'switch' })
    const [uses, hosts] = [
      { type: 'uses', ci_id },
      { type: 'hosts', ci_id },
    ]
    const refused = await cmdb.patch(ci.id, { relationships: [uses, hosts, uses] })
    expect(expectProblem(refused, 400, 'validation_error').errors).toMatchObject([
      { field: 'relationships', message: `relationships must not contain uses ${ci_id} twice` },
    ])
  })

  test('a relationship to itself', async () => {
    const before = await cmdb.everything()
    const relationships = [{ type: 'uses', ci_id: ci.id }]
    const problem = expectProblem(await cmdb.patch(ci.id, { relationships }), 400, 'validation_error')
    expect(problem.errors).toMatchObject([{ field: 'relationships', code: 'self' }])
    expect(await cmdb.everything()).toEqual(before)
  })
})

describe('the external ID of a source', () => {
  test('cannot be that of another CI', async () => {
    const same = { discovery_source: 'netscan', external_id: 'i-1' }
    const other = await cmdb.create({ discovery_source: 'netscan', external_id: 'i-2' })
    const before = await cmdb.everything()
    for (const refused of [
      await cmdb.ask({ name: 'web-2', ...same }),
      await cmdb.patch(other.id, { external_id: 'i-1', owner: 'me' }),
    ])
      expect(expectProblem(refused, 409, 'already_exists').existing_id).toBe(ci.id)
    expect(await cmdb.everything()).toEqual(before)
    // The same ID of another source, or of none, does not conflict.
    await cmdb.create({ ...same, discovery_source: 'cloud' })
    await cmdb.create({ external_id: 'i-1' })
  })

  test('is free again when the CI gets another one or is deleted', async () => {
    const named = (external_id: string) => ({ discovery_source: 'netscan', external_id })
    const first = await cmdb.create(named('i-3'))
    await cmdb.change(first.id, { external_id: 'i-4' })
    const second = await cmdb.create(named('i-3'))
    expectProblem(await cmdb.ask({ name: 'web-2', ...named('i-4') }), 409, 'already_exists')
    await cmdb.remove(first.id)
    await cmdb.create(named('i-4'))
    expectProblem(await cmdb.patch(second.id, named('i-4')), 409, 'already_exists')
    expect((await cmdb.get(second.id)).external_id).toBe('i-3')
  })

  test('goes to one of many concurrent requests', async () => {
    const body = { name: 'Race', discovery_source: 'netscan', external_id: 'race' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => cmdb.ask(body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(9).fill(409)])
    const { data } = await cmdb.list({ external_id: 'race' })
    expect(data).toHaveLength(1)
    expect(await cmdb.eventsOf(data[0]!.id)).toHaveLength(1)
  })
})

test.each(['GET', 'PATCH', 'DELETE'] as const)('%s of a CI that does not exist is a 404', async (method) => {
  for (const id of ['CI0000999', 'CI1', 'x']) {
    const response = await app.call(method, `/cmdb/cis/${id}`, method === 'PATCH' ? { body: {} } : {})
    expect(expectProblem(response, 404, 'not_found').message).toContain(id)
  }
})

test.each(['', '/history', '/watchers'])('GET …%s names a CI that does not exist in words', async (part) => {
  const response = await app.call('GET', `/cmdb/cis/CI0000999${part}`)
  expect(expectProblem(response, 404, 'not_found').message).toBe(
    'Configuration item CI0000999 does not exist',
  )
})
