import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const bulk = driveBulk(app)

const make = async (count: number, body: object = {}) =>
  (await Promise.all(Array.from({ length: count }, () => incidents.create(body)))).map(({ id }) => id)
const typesOf = async (id: string) => (await incidents.eventsOf(id)).map(({ type }) => type)

describe('a bulk request is answered immediately', () => {
  test('with 202, the URL of its job and nothing done yet', async () => {
    await bulk.hold()
    const ids = await make(2)
    const response = await bulk.submit({ operation: 'update', ids, fields: { category: 'mail' } })
    const accepted = expectOk<Job & { status_url: string }>(response, 202)
    expect(accepted).toEqual({
      job_id: expect.stringMatching(/^job_[0-9a-z]{16,}$/),
      status: 'queued',
      operation: 'update',
      total: 2,
      status_url: expect.stringMatching(new RegExp(`^http.*/prod/api/v1/jobs/${accepted.job_id}$`)),
      created_at: expect.any(String),
    })
    expect(response.headers.location).toBe(accepted.status_url)
    expect(await bulk.show(accepted.job_id)).toEqual({
      job_id: accepted.job_id,
      type: 'incidents',
      operation: 'update',
      status: 'queued',
      total: 2,
      processed: 0,
      succeeded: 0,
      failed: 0,
      progress: 0,
      results: [],
      created_at: accepted.created_at,
      started_at: null,
      completed_at: null,
    })
    await bulk.release()
    const done = await bulk.done(accepted.job_id)
    expect(done).toMatchObject({ status: 'completed', processed: 2, succeeded: 2, failed: 0, progress: 1 })
    expect(done.results).toEqual(ids.map((id, index) => ({ index, id, status: 'updated' })))
    expect(done.created_at <= done.started_at! && done.started_at! <= done.completed_at!).toBe(true)
  })
})

describe('each record is a change of its own by the caller', () => {
  test('create', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id: actor_id } = (await app.call('GET', '/profile', { as })).json<{ id: string }>()
    const records = Array.from({ length: 100 }, (_, i) => ({
      short_description: `Bulk ${i}`,
      priority: 'P2',
    }))
    const { results, status } = await bulk.done(
      expectOk<Job>(await bulk.submit({ operation: 'create', records }, as), 202).job_id,
    )
    expect(status).toBe('completed')
    expect(results.map((result) => [result.index, result.status])).toEqual(
      records.map((_, index) => [index, 'created']),
    )
    for (const { index, id } of results.filter((result) => result.index % 10 === 0)) {
      expect(await incidents.get(id!)).toMatchObject({ ...records[index], state: 'new' })
      expect(await incidents.eventsOf(id!)).toMatchObject([{ type: 'incident.created', actor_id }])
      expect(
        await app.query(`select actor_id, action from audit_entries where subject_id = '${id}'`),
      ).toEqual([{ actor_id, action: 'created' }])
    }
    expect(new Set(results.map(({ id }) => id)).size).toBe(100)
  })

  test('update', async () => {
    const ids = await make(3)
    const fields = { priority: 'P1', state: 'in_progress', work_note: 'Together' }
    expect(await bulk.run({ operation: 'update', ids, fields })).toMatchObject({ succeeded: 3 })
    for (const id of ids) {
      expect(await incidents.get(id)).toMatchObject({
        priority: 'P1',
        state: 'in_progress',
        work_notes_count: 1,
      })
      expect(await typesOf(id)).toEqual(['incident.created', 'incident.updated', 'incident.priority_changed'])
    }
  })

  test('delete', async () => {
    const ids = await make(3)
    const as = await app.tokenFor('itsm_manager')
    const { job_id } = expectOk<Job>(await bulk.submit({ operation: 'delete', ids }, as), 202)
    expect((await bulk.done(job_id)).results.map(({ status }) => status)).toEqual(Array(3).fill('deleted'))
    for (const id of ids) {
      expectProblem(await incidents.read(id), 404, 'not_found')
      expect(await typesOf(id)).toEqual(['incident.created'])
    }
  })

  test('read-only fields are ignored', async () => {
    const [id] = await make(1)
    const { results } = await bulk.run({
      operation: 'create',
      records: [{ ...(await incidents.get(id!)), short_description: 'A copy' }],
    })
    expect(results).toMatchObject([{ status: 'created' }])
    expect(results[0]!.id).not.toBe(id)
    const fields = { created_at: '1999-01-01T00:00:00Z', category: 'mail' }
    expect(await bulk.run({ operation: 'update', ids: [id], fields })).toMatchObject({ succeeded: 1 })
    expect((await incidents.get(id!)).created_at).not.toMatch(/^1999/)
  })
})

describe('a record that fails', () => {
  test('has a reason, and the others succeed', async () => {
    const [good, closed, other] = [
      await incidents.create(),
      await incidents.inState('closed'),
      await incidents.create(),
    ]
    const before = await incidents.get(closed.id)
    const ids = [good.id, 'INC9999999', closed.id, other.id]
    const fields = { state: 'in_progress', category: 'mail', work_note: 'Never on the closed one' }
    const job = await bulk.run({ operation: 'update', ids, fields })
    expect(job).toMatchObject({ status: 'completed', processed: 4, succeeded: 2, failed: 2, progress: 1 })
    expect(job.results).toMatchObject([
      { index: 0, id: good.id, status: 'updated' },
      { index: 1, id: 'INC9999999', status: 'failed', error: { code: 'not_found' } },
      { index: 2, id: closed.id, status: 'failed', error: { code: 'invalid_state_transition' } },
      { index: 3, id: other.id, status: 'updated' },
    ])
    expect(await incidents.get(closed.id)).toEqual(before)
    expect(await app.query(`select from work_notes where incident_id = '${closed.id}'`)).toEqual([])
  })

  test('makes the job fail only if all of them fail', async () => {
    const job = await bulk.run({ operation: 'delete', ids: ['INC9999998', 'INC9999999'] })
    expect(job).toMatchObject({ status: 'failed', processed: 2, succeeded: 0, failed: 2, progress: 1 })
  })
})

describe('an invalid body is refused before anything is queued', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `INC9${String(i).padStart(6, '0')}`)
  const record = { short_description: 'Down' }
  test.each<[what: string, body: object, field: string]>([
    ['no operation', { ids: ['INC0000001'] }, 'operation'],
    ['an unknown operation', { operation: 'upsert', ids: ['INC0000001'] }, 'operation'],
    ['an unknown field', { operation: 'delete', ids: ['INC0000001'], force: true }, 'force'],
    ['no ids to update', { operation: 'update', fields: {} }, 'ids'],
    ['no fields to update', { operation: 'update', ids: ['INC0000001'] }, 'fields'],
    ['no ids to delete', { operation: 'delete' }, 'ids'],
    ['no records to create', { operation: 'create' }, 'records'],
    ['an empty list of ids', { operation: 'delete', ids: [] }, 'ids'],
    ['an empty list of records', { operation: 'create', records: [] }, 'records'],
    ['101 ids', { operation: 'delete', ids: many(101) }, 'ids'],
    ['101 records', { operation: 'create', records: Array.from({ length: 101 }, () => record) }, 'records'],
    ['the same id twice', { operation: 'delete', ids: ['INC0000001', 'INC0000001'] }, 'ids'],
    ['an id that is no text', { operation: 'delete', ids: [1] }, 'ids.0'],
    ['records to update', { operation: 'update', ids: many(1), fields: {}, records: [record] }, 'records'],
    ['fields to delete', { operation: 'delete', ids: many(1), fields: {} }, 'fields'],
    ['ids to create', { operation: 'create', records: [record], ids: many(1) }, 'ids'],
    [
      'an unknown field of a record',
      { operation: 'create', records: [record, { ...record, colour: 'red' }] },
      'records.1.colour',
    ],
    ['a record without a description', { operation: 'create', records: [{}] }, 'records.0.short_description'],
    ['a bad priority', { operation: 'update', ids: many(1), fields: { priority: 'P9' } }, 'fields.priority'],
    [
      'an unknown field to update',
      { operation: 'update', ids: many(1), fields: { colour: 'red' } },
      'fields.colour',
    ],
  ])('%s', async (_what, body, field) => {
    const before = await incidents.everything()
    const problem = expectProblem(await bulk.submit(body), 400, 'validation_error')
    expect(problem.errors?.map((error) => error.field)).toContain(field)
    expect(await app.query(`select from jobs where type = 'run-bulk'`)).toEqual([])
    expect(await incidents.everything()).toEqual(before)
  })

  test('exactly 100 are accepted', async () => {
    expect(await bulk.run({ operation: 'delete', ids: many(100) })).toMatchObject({ total: 100, failed: 100 })
  })
})

test('bulk is for agents, deleting for managers', async () => {
  const [id] = await make(1)
  const remove = { operation: 'delete', ids: [id] }
  const update = { operation: 'update', ids: [id], fields: { category: 'mail' } }
  for (const role of ['viewer', 'auditor', 'change_approver', 'knowledge_editor'] as const)
    expectProblem(await bulk.submit(update, await app.tokenFor(role)), 403, 'insufficient_role')
  const agent = await app.tokenFor('itsm_agent')
  const refused = expectProblem(await bulk.submit(remove, agent), 403, 'insufficient_role')
  expect(refused.required_roles).toEqual(['itsm_manager', 'super_admin'])
  expect(await app.query(`select from jobs where type = 'run-bulk'`)).toEqual([])
  expect((await incidents.get(id!)).category).toBeNull()
})
