import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { transact, type Ctx } from '../../db/ctx.ts'
import * as cis from './service.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { driveCmdb } from '../../../test/cmdb.ts'

const app = await startApp()
const cmdb = driveCmdb(app)
const bulk = driveBulk(app, '/cmdb/cis/bulk')

/** The records of one scan. */
const scan = async (source: string | undefined, ...records: object[]): Promise<Job['results']> =>
  (await bulk.run({ operation: 'upsert', source, records })).results
const found = async (source: string | undefined, record: object): Promise<Job['results'][number]> =>
  (await scan(source, { name: 'host', ...record }))[0]!

/** What a scan finds that waits for this change of the CI. */
async function foundAfter(record: object, change: (ctx: Ctx) => Promise<unknown>) {
  const { scanned } = await transact(app.ctx(), async (ctx) => {
    await change(ctx)
    const scanned = found('net', record)
    await eventually(
      async () =>
        (
          await app.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
    )
    return { scanned }
  })
  return scanned
}

test('a CI that is deleted while a scan waits for it is created anew', async () => {
  const record = { external_id: 'gone', serial_number: 'S-gone' }
  const { id } = await found('net', record)
  const again = await foundAfter(record, (ctx) => cis.remove(ctx, id!))
  expect(again.status).toBe('created')
  expect(again.id).not.toBe(id)
})

test('a CI that gets another external ID while a scan waits for it is another one', async () => {
  const { id } = await found('net', { external_id: 'old' })
  const other = await foundAfter({ external_id: 'old' }, (ctx) =>
    cis.update(ctx, id!, { external_id: 'new' }),
  )
  expect(other.status).toBe('created')
  expect(other.id).not.toBe(id)
  expect((await cmdb.get(id!)).external_id).toBe('new')
  expect(await found('net', { external_id: 'old' })).toMatchObject({ id: other.id, status: 'unchanged' })
})

describe('a CI is recognised', () => {
  test('by its external ID, whatever else has changed', async () => {
    const first = await found('net', { external_id: 'a-1', serial_number: 'S-1', fqdn: 'a1.example.com' })
    expect(first).toEqual({ index: 0, id: expect.stringMatching(/^CI\d{7}$/), status: 'created' })
    const again = await found('net', {
      name: 'renamed',
      external_id: 'a-1',
      serial_number: 'S-1b',
      fqdn: 'a1b.example.com',
    })
    expect(again).toEqual({ ...first, status: 'updated' })
    expect(await cmdb.get(first.id!)).toMatchObject({
      name: 'renamed',
      serial_number: 'S-1b',
      fqdn: 'a1b.example.com',
      version: 2,
    })
  })

  test('then by its serial number, in any case', async () => {
    const { id } = await found('net', { external_id: 'b-1', serial_number: 'SER-b' })
    expect(
      await found('cloud', { external_id: 'x-1', serial_number: 'ser-B', fqdn: 'b.example.com' }),
    ).toMatchObject({
      id,
      status: 'updated',
    })
    expect(await found('net', { external_id: 'b-2', serial_number: ' SER-b ' })).toMatchObject({ id })
  })

  test('then by its host name, in any case', async () => {
    const { id } = await found(undefined, { fqdn: 'c.example.com' })
    expect(await found('net', { fqdn: 'C.Example.com.' })).toMatchObject({ id, status: 'updated' })
    expect(await found('net', { fqdn: 'C.Example.com' })).toMatchObject({ id, status: 'unchanged' })
    expect(await found('net', { fqdn: 'c.example.com', serial_number: 'S-c' })).toMatchObject({ id })
    expect(await cmdb.get(id!)).toMatchObject({ serial_number: 'S-c', discovery_source: 'net' })
  })

  test('by the strongest identifier, if several match different CIs', async () => {
    const one = await found('net', { external_id: 'd-1' })
    const two = await found('net', { external_id: 'd-2', serial_number: 'S-d2' })
    await found('net', { external_id: 'd-3', fqdn: 'd3.example.com' })
    const identity = { serial_number: 'S-d2', fqdn: 'd3.example.com' }
    expect(await found('net', { external_id: 'd-9', ...identity })).toMatchObject({ id: two.id })
    expect(await found('net', { external_id: 'd-1', ...identity })).toMatchObject({ id: one.id })
  })

  test('by each of several sources, with its own external ID', async () => {
    const { id } = await found('net', { external_id: 'e-net', serial_number: 'S-e' })
    expect(await found('cloud', { external_id: 'e-cloud', serial_number: 'S-e' })).toMatchObject({ id })
    for (const [source, external_id] of [
      ['net', 'e-net'],
      ['cloud', 'e-cloud'],
    ] as const)
      expect(await found(source, { external_id })).toEqual({ index: 0, id, status: 'unchanged' })
    // It keeps the ID of the first source.
    expect(await cmdb.get(id!)).toMatchObject({ discovery_source: 'net', external_id: 'e-net' })
  })

  test('if a person created it, and then it has a source but is not a discovery', async () => {
    const entered = await cmdb.create({ name: 'host', serial_number: 'S-f' })
    expect(await found('net', { external_id: 'f-1', serial_number: 'S-f' })).toMatchObject({
      id: entered.id,
      status: 'updated',
    })
    const ci = await cmdb.get(entered.id)
    expect(ci).toMatchObject({ discovery_source: 'net', external_id: 'f-1', version: 2 })
    expect(ci.first_discovered_at).toBe(ci.last_discovered_at)
    expect(await cmdb.eventsOf(entered.id)).toEqual([])
  })
})

test.each([
  ['empty', { serial_number: '', fqdn: '' }],
  ['null', { serial_number: null, fqdn: null }],
  ['junk', { serial_number: 'To be filled by O.E.M.', fqdn: 'localhost.localdomain' }],
  ['short', { fqdn: 'short' }],
])('a sighting whose identifiers are %s does not erase those of the CI', async (external_id, unknown) => {
  const known = { serial_number: `S-${external_id}`, fqdn: `${external_id}.example.com` }
  const { id } = await found('net', { external_id, ...known })
  expect(await found('net', { external_id, ...unknown })).toMatchObject({ id, status: 'unchanged' })
  expect(await cmdb.get(id!)).toMatchObject(known)
  expect(await found('cloud', { serial_number: known.serial_number })).toMatchObject({ id })
})

describe('a CI is not recognised', () => {
  test('by its name alone', async () => {
    const results = await scan(
      'net',
      { name: 'printer' },
      { name: 'printer' },
      { name: 'printer', external_id: 'p-1' },
    )
    expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'created'])
    expect(new Set(results.map(({ id }) => id)).size).toBe(3)
  })

  test.each(['', 'None', 'N/A', 'To be filled by O.E.M.', 'Default string', '0', '123456789', 'xxxxxxx'])(
    'by the serial number "%s"',
    async (serial_number) => {
      const results = await scan('net', { name: 'a', serial_number }, { name: 'b', serial_number })
      expect(results.map(({ status }) => status)).toEqual(['created', 'created'])
    },
  )

  test('by localhost, nor by a host name without a domain', async () => {
    for (const fqdn of ['localhost', 'localhost.localdomain', 'web-1'])
      for (let i = 0; i < 2; i++) expect(await found('net', { fqdn })).toMatchObject({ status: 'created' })
  })

  test('by the external ID of another source', async () => {
    const { id } = await found('net', { external_id: 'g-1' })
    expect((await found('cloud', { external_id: 'g-1' })).id).not.toBe(id)
    expect((await found(undefined, { external_id: 'g-1' })).id).not.toBe(id)
  })

  test('if it was deleted: it is a new one, and a new discovery', async () => {
    const record = { external_id: 'h-1', serial_number: 'S-h', fqdn: 'h.example.com' }
    const { id } = await found('net', record)
    await cmdb.remove(id!)
    const again = await found('net', record)
    expect(again.status).toBe('created')
    expect(again.id).not.toBe(id)
    expect(await cmdb.eventsOf(again.id!)).toMatchObject([{ type: 'ci.discovered' }])
  })

  test.each(['serial_number', 'fqdn'])(
    'if two have the same %s: that record fails, and no other',
    async (field) => {
      const value = `twin-${field}.example.com`
      const twins = [await cmdb.create({ [field]: value }), await cmdb.create({ [field]: value })]
      const before = await Promise.all(twins.map(({ id }) => cmdb.get(id)))
      const results = await scan(
        'net',
        { name: 'twin', [field]: value, external_id: `${field}-1` },
        { name: 'other', external_id: `${field}-2` },
      )
      expect(results).toMatchObject([
        { index: 0, id: null, status: 'failed', error: { code: 'ambiguous_ci' } },
        { index: 1, status: 'created' },
      ])
      for (const { id } of twins) expect(results[0]!.error!.message).toContain(id)
      expect(results[0]!.error!.message).toContain(field)
      expect(await Promise.all(twins.map(({ id }) => cmdb.get(id)))).toEqual(before)
    },
  )
})

describe('a CI that is seen again', () => {
  const seen = {
    name: 'db-1',
    external_id: 'seen',
    class: 'database',
    ip_addresses: ['10.0.0.1', '10.0.0.2'],
    attributes: { cpu: { cores: 8, model: 'x' }, ram: 64 },
  }

  test('unchanged gets a later time, and no version, history or event', async () => {
    const { id } = await found('net', seen)
    const before = await cmdb.get(id!)
    const again = {
      ...seen,
      ip_addresses: seen.ip_addresses.toReversed(),
      attributes: { ram: 64, cpu: { model: 'x', cores: 8 } },
    }
    expect(await found('net', again)).toMatchObject({ id, status: 'unchanged' })
    const after = await cmdb.get(id!)
    expect(after).toEqual({ ...before, last_discovered_at: after.last_discovered_at })
    expect(after.last_discovered_at! > before.last_discovered_at!).toBe(true)
    expect((await cmdb.history(id!)).every(({ action }) => action === 'created')).toBe(true)
    expect(await cmdb.eventsOf(id!)).toHaveLength(1)
  })

  test('with changes gets the new values, and keeps those not sent', async () => {
    const { id } = await found('net', { ...seen, external_id: 'seen-2' })
    await cmdb.change(id!, { owner: 'ada', location: 'Berlin', status: 'maintenance' })
    expect(
      await found('net', { external_id: 'seen-2', name: 'db-1', location: null, ip_addresses: ['10.0.0.3'] }),
    ).toMatchObject({ id, status: 'updated' })
    const after = await cmdb.get(id!)
    expect(after).toMatchObject({
      owner: 'ada',
      location: null,
      status: 'maintenance',
      class: 'database',
      ip_addresses: ['10.0.0.3'],
      version: 3,
    })
    const last = (await cmdb.history(id!)).slice(-2)
    expect(last.map(({ field }) => field)).toEqual(['location', 'ip_addresses'])
    expect(await cmdb.eventsOf(id!)).toHaveLength(1)
  })

  test('with an earlier time keeps the later one', async () => {
    const at = (last_discovered_at: string) => ({ external_id: 'seen-3', last_discovered_at })
    const { id } = await found('net', at('2026-02-01T00:00:00Z'))
    expect(await cmdb.get(id!)).toMatchObject({
      first_discovered_at: '2026-02-01T00:00:00.000Z',
      last_discovered_at: '2026-02-01T00:00:00.000Z',
    })
    expect(await found('net', at('2026-01-01T00:00:00Z'))).toMatchObject({ status: 'unchanged' })
    expect((await cmdb.get(id!)).last_discovered_at).toBe('2026-02-01T00:00:00.000Z')
    expect(await found('net', at('2026-03-01T00:00:00Z'))).toMatchObject({ status: 'unchanged' })
    expect((await cmdb.get(id!)).last_discovered_at).toBe('2026-03-01T00:00:00.000Z')
  })
})

test('a record that references a missing CI fails without effect', async () => {
  const { id } = await found('net', { external_id: 'r-1' })
  const before = await cmdb.everything()
  const relationships = [{ type: 'uses', ci_id: 'CI9000999' }]
  for (const external_id of ['r-1', 'r-2'])
    expect(await found('net', { external_id, relationships })).toMatchObject({
      status: 'failed',
      error: { code: 'validation_error' },
    })
  expect(await cmdb.everything()).toEqual(before)
  const self = [{ type: 'uses', ci_id: id }]
  expect(await found('net', { external_id: 'r-1', relationships: self })).toMatchObject({ status: 'failed' })
})
