import { afterEach, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { commitDuring } from '../../../test/commit-during.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { transact } from '../../db/ctx.ts'
import { expectProblem } from '../../../test/problem.ts'
import { lockChangeLinks } from './change-links.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const bulk = driveBulk(app)
afterEach(() => bulk.release())

const make = async (category: string, count: number, body: object = {}) =>
  (await Promise.all(Array.from({ length: count }, () => incidents.create({ category, ...body })))).map(
    ({ id }) => id,
  )

/** Faster than creating them one by one. */
async function importMany(category: string, count: number): Promise<void> {
  const line = JSON.stringify({ short_description: 'One of many', category })
  const headers = { 'content-type': 'application/x-ndjson' }
  const imported = await app.call('POST', '/incidents/import', { body: `${line}\n`.repeat(count), headers })
  expect(imported.statusCode).toBe(200)
}

test('every incident that matches is updated, more than a request may name', async () => {
  await importMany('all of them', 120)
  const [left] = await make('all of them', 1, { priority: 'P1' })
  // The console asks for all of a list without filters by the year 1.
  const since = { created_after: '0001-01-01T00:00:00Z' }
  const filter = { category: 'all of them', priority: 'P3', unassigned: true, ...since }
  const job = await bulk.run({ operation: 'update', filter, fields: { assigned_to: 'ada@example.com' } })
  expect(job).toMatchObject({ total: 120, succeeded: 120, failed: 0, filter })
  const { total } = await incidents.list({ category: 'all of them', assigned_to: 'ada@example.com' })
  expect(total).toBe(120)
  expect((await incidents.get(left!)).assigned_to).toBeNull()
})

test('an incident is not locked while the job waits for a link between another incident and its change', async () => {
  const [id] = await make('linked', 1)
  const link = `set local deadlock_timeout = '10ms'; select pg_advisory_xact_lock(hashtext('links of changes'))`
  const body = { operation: 'delete', filter: { category: 'linked' } }
  const job = await commitDuring(app, [link, `select from incidents where id = '${id}' for update`], () =>
    bulk.run(body),
  )
  expect(job).toMatchObject({ succeeded: 1, failed: 0 })
})

test('a job that changes no links does not wait for those that do', async () => {
  await make('unlinked', 2)
  const body = { operation: 'update', filter: { category: 'unlinked' }, fields: { state: 'in_progress' } }
  const job = await transact(app.ctx(), async ({ db }) => {
    await lockChangeLinks(db)
    return bulk.run(body)
  })
  expect(job).toMatchObject({ succeeded: 2, failed: 0 })
})

test('an incident that no longer matches is reported and not touched; a failure does not stop the others', async () => {
  const [ready, moved, gone] = await make('moving', 3)
  await bulk.hold()
  const body = { operation: 'update', filter: { category: 'moving' }, fields: { state: 'in_progress' } }
  const { job_id, total } = expectOk<Job>(await bulk.submit(body), 202)
  expect(total).toBe(3)
  await incidents.change(moved!, { category: 'elsewhere' })
  await incidents.remove(gone!)
  const [late] = await make('moving', 1)
  await bulk.release()
  const { results, ...job } = await bulk.done(job_id)
  expect(job).toMatchObject({ status: 'completed', total: 3, processed: 3, succeeded: 1, failed: 2 })
  const byId = new Map(results.map((result) => [result.id, result]))
  expect(byId.get(ready!)).toMatchObject({ status: 'updated' })
  for (const id of [moved!, gone!])
    expect(byId.get(id)).toMatchObject({
      status: 'failed',
      error: { code: 'no_longer_matches', message: `${id} no longer matches the filter` },
    })
  expect((await incidents.get(moved!)).state).toBe('new')
  expect((await incidents.get(late!)).state).toBe('new')

  const ask = async (which: string) =>
    expectOk<Job>(await app.call('GET', `/jobs/${job_id}`, { query: { results: which } }), 200)
  expect((await ask('failed')).results).toHaveLength(2)
  expect(await ask('none')).toMatchObject({ processed: 3, failed: 2, results: [] })
  expectProblem(
    await app.call('GET', `/jobs/${job_id}`, { query: { results: 'some' } }),
    400,
    'validation_error',
  )
})

test('a name with a comma reaches no records of the name before it; an array has several names', async () => {
  const groups = ['Berlin', 'Desk', 'Berlin, Desk', 'Berlin,Desk', 'Mail']
  const [berlin, desk, spaced, plain, mail] = await Promise.all(
    groups.map((assignment_group) => make('commas', 1, { assignment_group }).then(([id]) => id!)),
  )
  expect((await incidents.list({ assignment_group: 'Berlin, Desk' })).data).toMatchObject([{ id: spaced }])
  const remove = async (assignment_group: string | string[]) => {
    const job = await bulk.run({ operation: 'delete', filter: { assignment_group } })
    return job.results.map(({ id }) => id).toSorted()
  }
  expect(await remove('Berlin, Desk')).toEqual([spaced])
  const again = await bulk.submit({ operation: 'delete', filter: { assignment_group: 'Berlin, Desk' } })
  expectProblem(again, 400, 'validation_error')
  expect(await remove('Berlin,Desk')).toEqual([plain])
  expect(await remove(['Desk', 'Mail'])).toEqual([desk, mail].toSorted())
  expect((await incidents.list({ category: 'commas' })).data).toMatchObject([{ id: berlin }])
})

test('deleting by filter needs the roles of DELETE', async () => {
  const [id] = await make('to be deleted', 1)
  const body = { operation: 'delete', filter: { category: 'to be deleted' } }
  expectProblem(await bulk.submit(body, await app.tokenFor('itsm_agent')), 403, 'insufficient_role')
  expectProblem(await bulk.submit(body, await app.tokenFor('viewer')), 403, 'insufficient_role')
  expect(await bulk.run(body)).toMatchObject({ total: 1, succeeded: 1 })
  expect((await incidents.read(id!)).statusCode).toBe(404)
})

test.each([
  ['filter', { filter: {} }],
  ['filter', { filter: { q: '  ' } }],
  ['filter', { filter: { category: 'nobody has this' } }],
  ['filter.colour', { filter: { colour: 'red' } }],
  ['filter.state', { filter: { state: 'lost' } }],
  ['filter.category', { filter: { category: [] } }],
  ['filter.category', { filter: { category: 7 } }],
  ['ids', { filter: { state: 'new' }, ids: ['INC0000001'] }],
])('a wrong %s is an error, and no job starts: %j', async (field, wrong) => {
  const before = await app.query('select from bulk_jobs')
  const response = await bulk.submit({ operation: 'update', fields: { category: 'x' }, ...wrong })
  expect(expectProblem(response, 400, 'validation_error').errors?.[0]?.field).toBe(field)
  expect(await app.query('select from bulk_jobs')).toHaveLength(before.length)
})

test('an empty array in a filter is named as such, like an empty value in a list', async () => {
  const body = { operation: 'update', filter: { category: [] }, fields: { category: 'x' } }
  const { errors } = expectProblem(await bulk.submit(body), 400, 'validation_error')
  expect(errors).toMatchObject([{ field: 'filter.category', message: 'filter.category must not be empty' }])
  const listed = await app.call('GET', '/incidents', { query: { category: '' } })
  expect(expectProblem(listed, 400, 'validation_error').message).toContain('category must not be empty')
})

test('more than 10,000 matches are refused before anything happens', async () => {
  await importMany('too many', 10_001)
  const body = { operation: 'update', filter: { category: 'too many' }, fields: { location: 'x' } }
  const { errors } = expectProblem(await bulk.submit(body), 400, 'validation_error')
  expect(errors?.[0]).toMatchObject({ field: 'filter', code: 'too_many' })
})

test('configuration items are updated by filter too', async () => {
  const cis = driveBulk(app, '/cmdb/cis/bulk')
  for (const name of ['sw-1', 'sw-2', 'db-1'])
    await app.call('POST', '/cmdb/cis', { body: { name, class: name.slice(0, 2) } })
  const update = { operation: 'update', filter: { class: 'sw' }, fields: { support_group: 'Network' } }
  expect(await cis.run(update)).toMatchObject({ total: 2, succeeded: 2 })
  expectProblem(await cis.submit({ operation: 'update', filter: {}, fields: {} }), 400, 'validation_error')
  const mixed = { operation: 'delete', filter: { class: 'sw' }, ids: ['CI0000001'] }
  expectProblem(await cis.submit(mixed), 400, 'validation_error')
})
