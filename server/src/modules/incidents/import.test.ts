import { beforeEach, describe, expect, test } from 'vitest'
import { age, runTwice } from '../../../test/ageing.ts'
import { startApp } from '../../../test/app.ts'
import { driveCmdb } from '../../../test/cmdb.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { recordedEvents } from '../../../test/recorded-events.ts'
import { expectProblem } from '../../../test/problem.ts'
import { roles } from '../../kernel/actor.ts'
import { day, hour, minute } from '../../kernel/durations.ts'

interface Result {
  imported: number
  skipped: number
  failed: number
  errors: { record: number; message: string }[]
  incomplete: number
  warnings: { record: number; message: string }[]
}

const app = await startApp({ SLA_MINUTES: 'P1=240,P2=480,P3=1440,P4=4320' })
const incidents = driveIncidents(app)
const cmdb = driveCmdb(app)
const ci_id = (await cmdb.create()).id

const send = (body: string | Buffer, type: string, as?: string) =>
  app.call('POST', '/incidents/import', { body, headers: { 'content-type': type }, ...(as && { as }) })
const lines = async (...records: unknown[]): Promise<Result> =>
  expectOk(
    await send(
      records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'),
      'application/x-ndjson',
    ),
    200,
  )
const csv = async (text: string): Promise<Result> =>
  expectOk(await send(text, 'text/csv; charset=utf-8'), 200)
const clean = (imported: number): Result => ({
  imported,
  skipped: 0,
  failed: 0,
  errors: [],
  incomplete: 0,
  warnings: [],
})
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const slaOf = async (id: string) =>
  (await app.call('GET', `/incidents/${id}/sla`)).json<{ clock: string; counted_ms: number }>()

test('an import with an Idempotency-Key, which is one transaction, does not stop others from creating', async () => {
  const { id } = await incidents.create()
  const conflicting = await app.database.pool.connect()
  const importing = { id: 'INC0003000', short_description: 'x' }
  const key = { 'idempotency-key': 'import-1' }
  try {
    await conflicting.query('begin')
    // The transaction of the import waits for the end of this one, because both insert the same ID.
    await conflicting.query(`insert into incidents (id, short_description, priority, state, opened_by, opened_by_id,
        created_at, updated_at, allowed_transitions, sla, sla_breach_at)
      select 'INC0003000', short_description, priority, state, opened_by, opened_by_id,
        created_at, updated_at, allowed_transitions, sla, sla_breach_at from incidents where id = '${id}'`)
    const waiting = app.call('POST', '/incidents/import', {
      body: JSON.stringify(importing),
      headers: { 'content-type': 'application/x-ndjson', ...key },
    })
    await eventually(
      async () =>
        (
          await app.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
    )
    await incidents.create()
    await conflicting.query('rollback')
    expect(expectOk(await waiting, 200)).toEqual(clean(1))
  } finally {
    conflicting.release(true)
  }
})

describe('imported records keep', () => {
  const record = {
    id: 'INC0004711',
    short_description: 'Printer on fire',
    description: 'Since *noon*',
    state: 'closed',
    priority: 'P2',
    category: 'hardware',
    subcategory: 'printer',
    impact: 'high',
    urgency: 'low',
    assignment_group: 'desk',
    assigned_to: 'ada@example.com',
    ci_id,
    location: 'Berlin',
    opened_by: 'ben@example.com',
    created_at: '2019-03-01T08:00:00.000Z',
    updated_at: '2019-03-02T10:00:00.000Z',
    resolved_at: '2019-03-01T12:00:00.000Z',
    closed_at: '2019-03-02T10:00:00.000Z',
  }

  test('their IDs, states and times, from JSON lines', async () => {
    expect(await lines({ ...record, assigned_to: 'Ada@Example.com' })).toEqual(clean(1))
    expect(await incidents.get(record.id)).toMatchObject({
      ...record,
      allowed_transitions: [],
      version: 1,
      sla: { clock: 'stopped', target_minutes: 480, warned: false, breached: false },
    })
    expect((await slaOf(record.id)).counted_ms).toBe(4 * hour)
  })

  test('the same from CSV, where an empty cell means absent', async () => {
    const text = `id,short_description,description,state,priority,created_at,resolved_at,closed_at,category
INC0004712,"Printer, on ""fire""","Since
noon",resolved,P1,2019-03-01 08:00:00,2019-03-01T13:00:00+0200,,
INC0004713,Plain,,new,,2019-03-01,,,mail
`
    expect(await csv(`\ufeff${text}`)).toEqual(clean(2))
    expect(await incidents.get('INC0004712')).toMatchObject({
      short_description: 'Printer, on "fire"',
      description: 'Since\nnoon',
      state: 'resolved',
      priority: 'P1',
      created_at: '2019-03-01T08:00:00.000Z',
      resolved_at: '2019-03-01T11:00:00.000Z',
      updated_at: '2019-03-01T11:00:00.000Z',
      closed_at: null,
      category: null,
      allowed_transitions: ['closed', 'reopened'],
    })
    expect(await incidents.get('INC0004713')).toMatchObject({
      priority: 'P3',
      description: null,
      category: 'mail',
      created_at: '2019-03-01T00:00:00.000Z',
      opened_by: 'test-admin@clients.mainstay.local',
    })
  })

  test.each([
    [
      'closed',
      { closed_at: '2019-03-02T10:00:00.000Z' },
      '2019-03-02T10:00:00.000Z',
      '2019-03-02T10:00:00.000Z',
    ],
    ['resolved', { updated_at: '2019-03-02T10:00:00.000Z' }, '2019-03-02T10:00:00.000Z', null],
    ['in_progress', { resolved_at: '2019-03-02T10:00:00.000Z' }, null, null],
  ])('only the times that belong to the state %s', async (state, times, resolved_at, closed_at) => {
    const id = `INC00048${10 + state.length}`
    const old = { id, short_description: 'Old', created_at: '2019-03-01T08:00:00Z' }
    expect(await lines({ ...old, state, ...times })).toEqual(clean(1))
    expect(await incidents.get(id)).toMatchObject({ state, resolved_at, closed_at })
  })

  test('their place in totals and search', async () => {
    const total = async () => (await incidents.list()).total
    const before = await total()
    await lines(
      { short_description: 'Zeppelin one' },
      { short_description: 'Zeppelin two', state: 'on_hold' },
    )
    expect(await total()).toBe(before + 2)
    expect((await incidents.list({ q: 'zeppelin' })).total).toBe(2)
    expect((await incidents.list({ q: 'zeppelin', state: 'on_hold' })).total).toBe(1)
  })
})

describe('references to records that do not exist', () => {
  const ids = { change_id: 'CHG0000001', ci_id: 'CI0000002' }
  const message =
    'ci_id: CI0000002 does not exist and was left out; change_id: CHG0000001 does not exist and was left out'

  test('are left out and named, so that no later record gets the incident', async () => {
    const text = `id,short_description,change_id,ci_id
INC0004751,,${ids.change_id},
INC0004752,Old outage,${ids.change_id},${ids.ci_id}
INC0004753,Known,,${ci_id}
`
    const result = await csv(text)
    expect(result).toMatchObject({ imported: 2, failed: 1, incomplete: 1 })
    expect(result.warnings).toEqual([{ record: 2, message }])
    expect((await cmdb.create()).id).toBe(ids.ci_id)
    const change = await app.call('POST', '/changes', { body: { short_description: 'Firmware' } })
    expect(expectOk(change, 201)).toMatchObject({ id: ids.change_id, incident_ids: [] })
    expect(await incidents.get('INC0004752')).toMatchObject({ change_id: null, ci_id: null })
    expect(await incidents.get('INC0004753')).toMatchObject({ ci_id })
    expect((await incidents.list({ ci_id: ids.ci_id })).total).toBe(0)
  })

  test('are counted completely, the first hundred are listed, and those of skipped records are not', async () => {
    const many = Array.from({ length: 150 }, (_, i) => ({
      id: `INC0003${500 + i}`,
      short_description: 'Old',
      ci_id: 'CI0009999',
    }))
    const result = await lines(...many)
    expect(result).toMatchObject({ imported: 150, failed: 0, incomplete: 150 })
    expect(result.warnings).toHaveLength(100)
    expect(await lines(...many)).toEqual({ ...clean(0), skipped: 150 })
  })
})

describe('ids', () => {
  test('that exist already are skipped without changes', async () => {
    const { id } = await incidents.create()
    const before = await incidents.get(id)
    const record = { id, short_description: 'Another' }
    const result = await lines(record, { id: 'INC0005000', short_description: 'New' }, record)
    expect(result).toEqual({ ...clean(1), skipped: 2 })
    expect(await incidents.get(id)).toEqual(before)
    expect(await lines({ id: 'INC0005000', short_description: 'Again' })).toEqual({ ...clean(0), skipped: 1 })
  })

  test('continue above the highest imported one', async () => {
    expect(await lines({ id: 'INC0070000', short_description: 'High' })).toEqual(clean(1))
    expect((await incidents.create()).id).toBe('INC0070001')
    expect(await lines({ id: 'INC0060000', short_description: 'Low' })).toEqual(clean(1))
    expect((await incidents.create()).id).toBe('INC0070002')
  })

  test('generated in the same file do not collide with imported ones', async () => {
    const next = await app.query<{ n: number }>(`select last_value + 1 as n from incident_numbers`)
    const taken = `INC${String(next[0]!.n).padStart(7, '0')}`
    const result = await lines({ short_description: 'Without' }, { id: taken, short_description: 'With' })
    expect(result).toEqual(clean(2))
  })

  test('on a new service may start with the very first', async () => {
    const fresh = await startApp()
    const body = JSON.stringify({ id: 'INC0000001', short_description: 'First' })
    const headers = { 'content-type': 'application/x-ndjson' }
    expectOk(await fresh.call('POST', '/incidents/import', { body, headers }), 200)
    expect((await driveIncidents(fresh).create()).id).toBe('INC0000002')
    await fresh.close()
  })

  test('do not collide while imports and creates run concurrently', async () => {
    const record = (n: number) => ({ id: `INC${String(n).padStart(7, '0')}`, short_description: 'Brought' })
    const batches = Array.from({ length: 12 }, (_, i) =>
      Array.from({ length: 20 }, (_, j) => record(100_000 + ((i * 7) % 12) * 20 + j)),
    )
    const creating = async () => {
      const made: string[] = []
      for (let i = 0; i < 40; i++) made.push((await incidents.create()).id)
      return made
    }
    const [results, ...made] = await Promise.all([
      Promise.all(batches.map((batch) => lines(...batch))),
      creating(),
      creating(),
      creating(),
    ])
    // An ID that was generated before its record came is taken; every other one is imported.
    const met = made.flat().filter((id) => id >= 'INC0100000' && id < 'INC0100240')
    const skipped = results.reduce((sum, result) => sum + result.skipped, 0)
    expect(skipped).toBe(met.length)
    expect(results.map(({ imported, skipped }) => imported + skipped)).toEqual(batches.map(() => 20))
    expect(new Set(made.flat()).size).toBe(120)
    expect((await incidents.create()).id > 'INC0100239').toBe(true)
  })
})

describe('imported history', () => {
  test('causes no event, job or notification, and one audit entry each', async () => {
    const count = async () =>
      app.query(`select (select count(*) from ${recordedEvents}) as events, (select count(*) from notifications) as recordedEvents,
        (select last_value from jobs_id_seq) as jobs`)
    const before = await count()
    await lines({ id: 'INC0200001', short_description: 'Old', assignment_group: 'desk' })
    expect(await count()).toEqual(before)
    expect(
      await app.query(`select actor_id, action, changes from audit_entries where subject_id = 'INC0200001'`),
    ).toEqual([
      {
        actor_id: 'test-admin',
        action: 'imported',
        changes: [{ field: 'imported', from: null, to: true }],
      },
    ])
  })

  test('publishes no past SLA marks, but those to come', async () => {
    const open = (id: string, age: number, more: object = {}) => ({
      id,
      short_description: 'Open',
      priority: 'P1',
      created_at: ago(age),
      ...more,
    })
    await lines(
      open('INC0200011', 30 * day),
      open('INC0200012', 230 * minute), // warned long ago, breached soon
      open('INC0200013', minute),
      open('INC0200014', 30 * day, { state: 'on_hold', updated_at: ago(30 * day - hour) }),
      open('INC0200015', 30 * day, { state: 'resolved', resolved_at: ago(29 * day) }),
    )
    const marksOf = async (id: string) => {
      const { sla } = (await incidents.get(id)) as unknown as { sla: { warned: boolean; breached: boolean } }
      return [sla.warned, sla.breached]
    }
    expect(await marksOf('INC0200011')).toEqual([true, true])
    expect(await marksOf('INC0200013')).toEqual([false, false])
    expect(await marksOf('INC0200014'), 'one hour was counted, the rest was on hold').toEqual([false, false])
    expect(await marksOf('INC0200015'), 'a day was counted').toEqual([true, true])
    await age(app, 11, `id = 'INC0200012'`)
    await eventually(async () => (await incidents.eventsOf('INC0200012')).length > 0)
    expect((await incidents.eventsOf('INC0200012')).map(({ type }) => type)).toEqual(['sla.breached'])
    await runTwice(app, 'watch-sla')
    for (const id of ['INC0200011', 'INC0200013', 'INC0200014', 'INC0200015'])
      expect(await incidents.eventsOf(id)).toEqual([])
  })

  test('an incident that is reopened counts as reopened once', async () => {
    await lines({
      id: 'INC0200020',
      short_description: 'Back again',
      state: 'reopened',
      created_at: ago(day),
    })
    const imported = (await incidents.get('INC0200020')) as unknown as { sla: { cycle: number } }
    expect(imported).toMatchObject({ state: 'reopened', reopen_count: 1 })
    expect(imported.sla.cycle).toBe(2)
  })

  test('an imported incident can be used like any other', async () => {
    await lines({ id: 'INC0200021', short_description: 'Old', state: 'resolved', resolved_at: ago(day) })
    await incidents.change('INC0200021', { state: 'reopened' })
    await incidents.change('INC0200021', { state: 'in_progress', work_note: 'Again' })
    expect((await incidents.eventsOf('INC0200021')).map(({ type }) => type)).toEqual([
      'incident.updated',
      'incident.updated',
    ])
  })
})

describe('invalid records', () => {
  const good = { short_description: 'Good' }
  test('are reported with their number and field, and the others are imported', async () => {
    const before = (await incidents.list()).total
    const bad: [unknown, string][] = [
      [{}, 'short_description is required'],
      [{ ...good, short_description: 'x'.repeat(256) }, 'short_description must have at most 255 characters'],
      [
        { ...good, short_description: 'two\nlines' },
        'short_description must be one line of text and not blank',
      ],
      [{ ...good, colour: 'red' }, 'colour is not a known field'],
      [
        { ...good, state: 'sleeping' },
        'state must be one of new, in_progress, on_hold, resolved, closed, cancelled, reopened',
      ],
      [{ ...good, priority: 'P5' }, 'priority must be one of P1, P2, P3, P4'],
      [{ ...good, assigned_to: 'Ada Marsh' }, 'assigned_to must be an e-mail address'],
      [{ ...good, id: 'INC1' }, 'id must be INC and seven digits or capital letters'],
      [{ ...good, id: 'INCZZZZZZZ' }, 'the first not Z'],
      [
        { ...good, created_at: 'yesterday' },
        'created_at must be a date or a time such as 2026-01-31T09:00:00Z',
      ],
      [{ ...good, created_at: '2026-13-45T99:99:99Z' }, 'created_at is not a time that exists'],
      ...[
        '2026-02-30',
        '2026-02-30 25:00:00',
        '2026-04-31T10:00:00+0200',
        '2026-01-01T24:00:00Z',
        '0000-12-31',
        '9999-12-31T23:00-05:00',
      ].map((resolved_at): [unknown, string] => [
        { ...good, resolved_at },
        'resolved_at is not a time that exists',
      ]),
      [{ ...good, description: 'a\u0000b' }, 'description has characters that are not text'],
      ['{"short_description": "half \\ud83d"}', 'short_description'],
      ['{"short_description": ', 'the record must be an object'],
      ['[1]', 'the record must be an object'],
      ['null', 'the record is missing'],
    ]
    const result = await lines(good, ...bad.map(([record]) => record), good)
    expect(result).toMatchObject({ imported: 2, skipped: 0, failed: bad.length })
    expect(result.errors.map(({ record }) => record)).toEqual(bad.map((_, i) => i + 2))
    for (const [i, { message }] of result.errors.entries()) expect(message).toContain(bad[i]![1])
    expect((await incidents.list()).total).toBe(before + 2)
  })

  test('are counted completely, and the first hundred are listed', async () => {
    const result = await lines(...Array.from({ length: 150 }, () => ({})))
    expect(result).toMatchObject({ imported: 0, failed: 150 })
    expect(result.errors).toHaveLength(100)
  })

  test('in CSV have the number of their record, not of their line', async () => {
    const result = await csv('short_description,priority\n"two\nlines",P1\n\nGood,P1\nBad,P7\nGood,P1,more\n')
    expect(result).toMatchObject({ imported: 1, failed: 3 })
    expect(result.errors.map(({ record }) => record)).toEqual([1, 3, 4])
  })
})

describe('an invalid request changes nothing', () => {
  const good = JSON.stringify({ short_description: 'Good' })
  let before: unknown
  beforeEach(async () => {
    before = await incidents.everything()
  })
  const expectNothingDone = async () => expect(await incidents.everything()).toEqual(before)

  test.each(['application/json', 'text/plain', 'application/octet-stream', 'text/csvx', 'constructor/x'])(
    'of type %s is a 415',
    async (type) => {
      const { message } = expectProblem(await send(good, type), 415, 'unsupported_media_type')
      expect(message).toContain('application/x-ndjson or text/csv')
      await expectNothingDone()
    },
  )

  test('that is compressed is a 415', async () => {
    const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
    const response = await app.call('POST', '/incidents/import', { body: good, headers })
    expect(expectProblem(response, 415, 'unsupported_media_type').message).toContain('Content-Encoding')
    await expectNothingDone()
  })

  test('that is empty, not UTF-8, or ends inside quotes is a 400', async () => {
    const refused = async (body: string | Buffer) =>
      expectProblem(await send(body, 'text/csv'), 400, 'malformed_json').message
    expect(await refused(Buffer.from([0xff, 0xfe, 0x41]))).toContain('UTF-8')
    expect(await refused('short_description\n"never ends')).toContain('ends inside a quoted field')
    expect(await refused('')).toContain('empty')
    await expectNothingDone()
  })

  test('over 16 MiB is a 413, and of 16 MiB is accepted', async () => {
    const size = 16 * 2 ** 20
    expectProblem(await send(Buffer.alloc(size + 1, 0x20), 'text/csv'), 413, 'payload_too_large')
    expect(expectOk(await send(Buffer.alloc(size, 0x20), 'application/x-ndjson'), 200)).toEqual(clean(0))
    await expectNothingDone()
  })

  test('of any role but super_admin is a 403', async () => {
    for (const role of roles.filter((name) => name !== 'super_admin')) {
      const response = await send(good, 'application/x-ndjson', await app.tokenFor(role))
      expect(expectProblem(response, 403, 'insufficient_role').required_roles).toEqual(['super_admin'])
    }
    await expectNothingDone()
  })
})

test('after a large import PostgreSQL plans with up-to-date statistics', async () => {
  const records = Array.from({ length: 1100 }, (_, i) => ({ short_description: `Lamp ${i} is broken` }))
  expect(await lines(...records)).toEqual(clean(1100))
  const [table] = await app.query<{ reltuples: number }>(
    `select reltuples from pg_class where relname = 'incidents'`,
  )
  expect(table!.reltuples).toBeGreaterThan(1000)

  // An expression that fails for every row: PostgreSQL cannot analyse the table.
  await app.query(
    `create function fail(text) returns text language plpgsql immutable as 'begin raise exception $$no$$; end'`,
  )
  await app.query('create statistics failing on (fail(category)) from incidents')
  const inOneTransaction = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'not-analysed' }
  const body = records.map((record) => JSON.stringify({ ...record, category: 'light' })).join('\n')
  const answer = await app.call('POST', '/incidents/import', { body, headers: inOneTransaction })
  expect(expectOk(answer, 200)).toEqual(clean(1100))
  await app.query('drop statistics failing')
})
