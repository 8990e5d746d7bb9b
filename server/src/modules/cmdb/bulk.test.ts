import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { driveCmdb } from '../../../test/cmdb.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const cmdb = driveCmdb(app)
const bulk = driveBulk(app, '/cmdb/cis/bulk')

const make = async (count: number, body: object = {}) =>
  (await Promise.all(Array.from({ length: count }, () => cmdb.create(body)))).map(({ id }) => id)
const statusesOf = ({ results }: Job) => results.map(({ status }) => status)

test('a bulk request is answered immediately with 202 and the URL of its job', async () => {
  await bulk.hold()
  const before = await cmdb.everything()
  const response = await bulk.submit({ operation: 'upsert', source: 'net', records: [{ name: 'a' }] })
  const accepted = expectOk<Job & { status_url: string }>(response, 202)
  expect(accepted).toEqual({
    job_id: expect.stringMatching(/^job_[0-9a-z]{16,}$/),
    status: 'queued',
    operation: 'upsert',
    total: 1,
    status_url: expect.stringMatching(new RegExp(`^http.*/prod/api/v1/jobs/${accepted.job_id}$`)),
    created_at: expect.any(String),
  })
  expect(response.headers.location).toBe(accepted.status_url)
  expect(await cmdb.everything()).toEqual(before)
  await bulk.release()
  expect(await bulk.done(accepted.job_id)).toMatchObject({
    type: 'cis',
    operation: 'upsert',
    source: 'net',
    status: 'completed',
    processed: 1,
    succeeded: 1,
    failed: 0,
    progress: 1,
    results: [{ index: 0, id: expect.any(String), status: 'created' }],
  })
})

describe('each record is a change of its own by the caller', () => {
  test('create, with a source for all or one for each', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id: actor_id } = (await app.call('GET', '/profile', { as })).json<{ id: string }>()
    const records = Array.from({ length: 100 }, (_, i) => ({ name: `Host ${i}`, external_id: `c-${i}` }))
    const body = {
      operation: 'create',
      source: 'net',
      records: [{ ...records[0], discovery_source: 'own' }, ...records.slice(1)],
    }
    const { job_id } = expectOk<Job>(await bulk.submit(body, as), 202)
    const { results } = await bulk.done(job_id)
    expect(results.map(({ index, status }) => [index, status])).toEqual(records.map((_, i) => [i, 'created']))
    expect(new Set(results.map(({ id }) => id)).size).toBe(100)
    expect(await cmdb.get(results[0]!.id!)).toMatchObject({ discovery_source: 'own' })
    expect(await cmdb.get(results[99]!.id!)).toMatchObject({ ...records[99], discovery_source: 'net' })
    expect(await cmdb.eventsOf(results[99]!.id!)).toMatchObject([{ type: 'ci.discovered', actor_id }])
    expect(
      await app.query(`select actor_id, action from audit_entries where subject_id = '${results[99]!.id}'`),
    ).toEqual([{ actor_id, action: 'created' }])
  })

  test('create without a source is not a discovery, and an ID in the body is ignored', async () => {
    const [id] = await make(1)
    const copy = await cmdb.get(id!)
    const { results } = await bulk.run({ operation: 'create', records: [{ ...copy, name: 'A copy' }] })
    expect(results).toMatchObject([{ status: 'created' }])
    expect(results[0]!.id).not.toBe(id)
    expect(await cmdb.eventsOf(results[0]!.id!)).toEqual([])
  })

  test('update of many with the same fields', async () => {
    const ids = [...(await make(2)), ...(await make(1, { owner: 'ada' })), 'CI9000999']
    const job = await bulk.run({ operation: 'update', ids, fields: { owner: 'ada' } })
    expect(job.results).toMatchObject([
      { id: ids[0], status: 'updated' },
      { id: ids[1], status: 'updated' },
      { id: ids[2], status: 'unchanged' },
      { id: 'CI9000999', status: 'failed', error: { code: 'not_found' } },
    ])
    expect(job).toMatchObject({ status: 'completed', succeeded: 3, failed: 1 })
    for (const id of ids.slice(0, 2)) expect(await cmdb.get(id)).toMatchObject({ owner: 'ada', version: 2 })
    expect(await cmdb.get(ids[2]!)).toMatchObject({ version: 1 })
  })

  test('update of many, each with its own fields', async () => {
    const [one, two] = await make(2)
    const records = [
      { id: one, location: 'Berlin', relationships: [{ type: 'uses', ci_id: two }] },
      { id: two, location: 'Paris' },
      { id: two, relationships: [{ type: 'uses', ci_id: two }] },
    ]
    const job = await bulk.run({ operation: 'update', source: 'sheet', records })
    expect(job.results).toMatchObject([
      { id: one, status: 'updated' },
      { id: two, status: 'updated' },
      { id: two, status: 'failed', error: { code: 'validation_error' } },
    ])
    expect(await cmdb.get(one!)).toMatchObject({
      location: 'Berlin',
      relationships: records[0]!.relationships,
    })
    expect(await cmdb.get(two!)).toMatchObject({ location: 'Paris', discovery_source: null, version: 2 })
  })

  test('delete, by a manager', async () => {
    const ids = await make(2)
    const as = await app.tokenFor('itsm_manager')
    const { job_id } = expectOk<Job>(await bulk.submit({ operation: 'delete', ids }, as), 202)
    expect(statusesOf(await bulk.done(job_id))).toEqual(['deleted', 'deleted'])
    for (const id of ids) expectProblem(await cmdb.read(id), 404, 'not_found')
  })
})

describe('a dry run', () => {
  test('reports what would happen and changes nothing', async () => {
    const known = await cmdb.create({ name: 'known', serial_number: 'DRY-1', location: 'Berlin' })
    const twins = await make(2, { serial_number: 'DRY-2' })
    const before = await cmdb.everything()
    const records = [
      { name: 'new', external_id: 'dry-1' },
      { name: 'known', serial_number: 'DRY-1', location: 'Paris' },
      { name: 'twin', serial_number: 'DRY-2' },
      { name: 'new too', relationships: [{ type: 'uses', ci_id: 'CI9000999' }] },
    ]
    const upserted = await bulk.run({ operation: 'upsert', source: 'dry', dry_run: true, records })
    expect(upserted).toMatchObject({
      dry_run: true,
      source: 'dry',
      status: 'completed',
      succeeded: 2,
      failed: 2,
    })
    expect(upserted.results).toMatchObject([
      { id: null, status: 'would_create' },
      { id: known.id, status: 'would_update' },
      { status: 'failed', error: { code: 'ambiguous_ci' } },
      { status: 'failed', error: { code: 'validation_error' } },
    ])
    const created = await bulk.run({
      operation: 'create',
      source: 'dry',
      dry_run: true,
      records: records.slice(0, 1),
    })
    expect(statusesOf(created)).toEqual(['would_create'])
    const updated = await bulk.run({
      operation: 'update',
      dry_run: true,
      ids: [known.id, twins[0]],
      fields: { location: 'Berlin' },
    })
    expect(statusesOf(updated)).toEqual(['unchanged', 'would_update'])
    const deleted = await bulk.run({ operation: 'delete', dry_run: true, ids: [known.id, 'CI9000999'] })
    expect(statusesOf(deleted)).toEqual(['would_delete', 'failed'])
    expect(await cmdb.everything()).toEqual(before)
    expect(await app.query(`select from withdrawn where subject_id = '${known.id}'`)).toEqual([])
  })

  test('set to false is a real run', async () => {
    const job = await bulk.run({ operation: 'create', dry_run: false, records: [{ name: 'real' }] })
    expect(statusesOf(job)).toEqual(['created'])
    expect(job).not.toHaveProperty('dry_run')
  })
})

describe('an invalid body is refused before anything is queued', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => `CI9${String(i).padStart(6, '0')}`)
  const record = { name: 'Host' }
  test.each<[what: string, body: object, field: string]>([
    ['no operation', { records: [record] }, 'operation'],
    ['an unknown operation', { operation: 'merge', records: [record] }, 'operation'],
    ['an unknown field', { operation: 'delete', ids: ids(1), force: true }, 'force'],
    ['a blank source', { operation: 'upsert', source: ' ', records: [record] }, 'source'],
    ['a dry run of another kind', { operation: 'upsert', dry_run: 'yes', records: [record] }, 'dry_run'],
    ['no records to create', { operation: 'create' }, 'records'],
    ['no records to upsert', { operation: 'upsert', source: 'net' }, 'records'],
    ['nothing to update', { operation: 'update' }, 'ids'],
    ['no fields to update', { operation: 'update', ids: ids(1) }, 'fields'],
    ['ids and records to update', { operation: 'update', ids: ids(1), records: [{ id: 'CI1' }] }, 'ids'],
    ['fields and records to update', { operation: 'update', fields: {}, records: [{ id: 'CI1' }] }, 'fields'],
    ['no ids to delete', { operation: 'delete' }, 'ids'],
    ['records to delete', { operation: 'delete', ids: ids(1), records: [record] }, 'records'],
    ['ids to upsert', { operation: 'upsert', ids: ids(1), records: [record] }, 'ids'],
    ['an empty list of records', { operation: 'upsert', records: [] }, 'records'],
    ['101 records', { operation: 'upsert', records: Array.from({ length: 101 }, () => record) }, 'records'],
    ['101 ids', { operation: 'delete', ids: ids(101) }, 'ids'],
    ['the same id twice', { operation: 'delete', ids: ['CI1', 'CI1'] }, 'ids'],
    ['an id of another kind', { operation: 'delete', ids: ['INC0000001'] }, 'ids.0'],
    [
      'a record without a name',
      { operation: 'upsert', records: [record, { fqdn: 'a.b' }] },
      'records.1.name',
    ],
    ['a new one without a name', { operation: 'create', records: [{ id: 'CI1' }] }, 'records.0.name'],
    ['an update without an id', { operation: 'update', records: [record] }, 'records.0.id'],
    [
      'an unknown field of a record',
      { operation: 'upsert', records: [{ ...record, colour: 1 }] },
      'records.0.colour',
    ],
    [
      'a bad address',
      { operation: 'upsert', records: [{ ...record, ip_addresses: ['x'] }] },
      'records.0.ip_addresses.0',
    ],
    ['a bad field', { operation: 'update', ids: ids(1), fields: { criticality: 'x' } }, 'fields.criticality'],
  ])('%s', async (_what, body, field) => {
    const before = await cmdb.everything()
    const problem = expectProblem(await bulk.submit(body), 400, 'validation_error')
    expect(problem.errors?.map((error) => error.field)).toContain(field)
    expect(await app.query(`select from jobs where type = 'run-bulk'`)).toEqual([])
    expect(await cmdb.everything()).toEqual(before)
  })
})

test('bulk is for agents, deleting for managers', async () => {
  const [id] = await make(1)
  const upsert = { operation: 'upsert', source: 'net', records: [{ name: 'x' }] }
  for (const role of ['viewer', 'auditor', 'change_approver', 'knowledge_editor'] as const)
    expectProblem(await bulk.submit(upsert, await app.tokenFor(role)), 403, 'insufficient_role')
  const agent = await app.tokenFor('itsm_agent')
  for (const dry_run of [true, false]) {
    const refused = await bulk.submit({ operation: 'delete', ids: [id], dry_run }, agent)
    expect(expectProblem(refused, 403, 'insufficient_role').required_roles).toEqual([
      'itsm_manager',
      'super_admin',
    ])
  }
  expect(await app.query(`select from jobs where type = 'run-bulk'`)).toEqual([])
  expect((await cmdb.get(id!)).deleted).toBe(false)
})

test('the same bulk request with the same key is one job', async () => {
  const body = { operation: 'upsert', source: 'net', records: [{ name: 'once', external_id: 'once' }] }
  const headers = { 'idempotency-key': 'bulk-once' }
  const [first, second] = [
    await bulk.submit(body, undefined, headers),
    await bulk.submit(body, undefined, headers),
  ]
  expect(second.json()).toEqual(first.json())
  expect(statusesOf(await bulk.done(first.json<Job>().job_id))).toEqual(['created'])
})
