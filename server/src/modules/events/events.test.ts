import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { roles } from '../../kernel/actor.ts'

const app = await startApp()
const incidents = driveIncidents(app)

interface Event {
  seq: number
  id: string
  type: string
  subject_id: string
  actor_id: string
  occurred_at: string
  data: Record<string, unknown>
}

const list = async (query: Record<string, string> = {}, node = app): Promise<ListPage<Event>> =>
  expectOk(await node.call('GET', '/events', { query }), 200)
/** Waits until all events are in the log. */
const passedOn = (node = app) => eventually(async () => (await node.query('select from outbox')).length === 0)
const typesOf = ({ data }: ListPage<Event>) => data.map(({ type }) => type)

test('the log contains type, subject, time and actor, newest first', async () => {
  const incident = await incidents.create({ short_description: 'Mail is down', priority: 'P2' })
  await incidents.change(incident.id, { priority: 'P1' })
  await passedOn()
  const { data, total } = await list({ subject_id: incident.id })
  expect(total).toBe(3)
  expect(data.map(({ type }) => type)).toEqual([
    'incident.priority_changed',
    'incident.updated',
    'incident.created',
  ])
  const created = data.at(-1)!
  expect(created).toEqual({
    seq: expect.any(Number),
    id: expect.stringMatching(/^evt_\w{16,}$/),
    type: 'incident.created',
    subject_id: incident.id,
    actor_id: expect.any(String),
    occurred_at: incident.created_at,
    data: expect.objectContaining({
      id: incident.id,
      short_description: 'Mail is down',
      priority: 'P2',
      state: 'new',
      url: expect.stringContaining(incident.id),
    }),
  })
  expect(new Set(data.map(({ actor_id }) => actor_id)).size).toBe(1)
})

test('numbers follow the order of events and are unique', async () => {
  const { id } = await incidents.create()
  await Promise.all(Array.from({ length: 30 }, () => incidents.create()))
  for (const state of ['in_progress', 'resolved', 'reopened', 'in_progress'])
    await incidents.change(id, { state })
  await passedOn()
  const { data, total } = await list({ order: 'asc', limit: '200' })
  expect(total).toBe(data.length)
  const numbers = data.map(({ seq }) => seq)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(new Set(data.map((event) => event.id)).size).toBe(data.length)
  const own = data.filter(({ subject_id }) => subject_id === id).map(({ type }) => type)
  expect(own).toEqual([
    'incident.created',
    'incident.updated',
    'incident.updated',
    'incident.resolved',
    'incident.updated',
    'incident.updated',
  ])
  const newest = await list({ limit: '200' })
  expect(newest.data).toEqual(data.toReversed())
})

test('the log can be filtered by type, subject and number', async () => {
  const { id } = await incidents.create()
  for (const body of [{ category: 'mail' }, { priority: 'P1' }, { category: 'web' }])
    await incidents.change(id, body)
  await passedOn()
  const own = { subject_id: id, order: 'asc' }
  expect(typesOf(await list({ ...own, type: 'incident.priority_changed' }))).toEqual([
    'incident.priority_changed',
  ])
  const two = await list({ ...own, type: 'incident.created,incident.priority_changed' })
  expect(typesOf(two)).toEqual(['incident.created', 'incident.priority_changed'])
  expect(two.total).toBe(2)
  const { data } = await list(own)
  for (const [i, { seq }] of data.entries()) {
    const later = await list({ ...own, after: String(seq) })
    expect(later.data).toEqual(data.slice(i + 1))
    expect(later.total).toBe(data.length - i - 1)
  }
  expect((await list({ after: String(Number.MAX_SAFE_INTEGER) })).data).toEqual([])
  expect((await list({ subject_id: 'INC9999999' })).total).toBe(0)
  expect((await list({ type: 'ci.discovered' })).total).toBe(0)
})

test('paging by cursor returns each event once while others are published', async () => {
  await Promise.all(Array.from({ length: 25 }, () => incidents.create()))
  await passedOn()
  const before = (await list({ order: 'asc', limit: '200' })).data.map(({ seq }) => seq)
  for (const order of ['asc', 'desc']) {
    const pages = await walk(async (cursor) => {
      await incidents.create()
      await passedOn()
      return list({ order, limit: '20', ...(cursor && { cursor }) })
    })
    const seen = pages.flatMap(({ data }) => data.map(({ seq }) => seq))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(before))
  }
})

test('the events of a deleted incident disappear, also from the total', async () => {
  const [kept, gone] = [await incidents.create(), await incidents.create()]
  await incidents.change(gone.id, { priority: 'P1' })
  await passedOn()
  const before = await list()
  expectOk(await incidents.remove(gone.id), 200)
  const after = await list()
  expect(after.total).toBe(before.total - 3)
  expect((await list({ subject_id: gone.id })).data).toEqual([])
  expect((await list({ subject_id: kept.id })).total).toBe(1)
})

test('so do those that were still in the outbox when it was deleted', async () => {
  const [{ seq: last }] = (await list({ limit: '1' })).data as [Event]
  const gone = await app.database.db.transaction().execute(async (dispatcher) => {
    await sql`select pg_advisory_xact_lock(hashtext('dispatch events'))`.execute(dispatcher)
    const { id } = await incidents.create()
    await incidents.remove(id)
    expect(await app.query(`select from outbox where subject_id = '${id}'`)).toHaveLength(1)
    return id
  })
  await passedOn()
  expect(await app.query(`select from events where subject_id = '${gone}'`)).toHaveLength(1)
  expect((await list({ after: String(last) })).data).toEqual([])
})

test('every role that can read may read the log, and no one else', async () => {
  for (const role of roles) {
    const as = await app.tokenFor(role)
    expect((await app.call('GET', '/events', { as })).statusCode).toBe(200)
  }
  expectProblem(await app.call('GET', '/events', { as: null }), 401, 'unauthenticated')
})

test.for<[Record<string, string>, string]>([
  [{ type: 'incident.deleted' }, 'type'],
  [{ type: 'incident.created,' }, 'type'],
  [{ type: 'incident_created' }, 'type'],
  [{ type: '' }, 'type'],
  [{ after: '-1' }, 'after'],
  [{ after: '1e308' }, 'after'],
  [{ after: 'now' }, 'after'],
  [{ after: '1.5' }, 'after'],
  [{ sort: 'occurred_at' }, 'sort'],
  [{ limit: '201' }, 'limit'],
  [{ subject: 'INC0000001' }, 'subject'],
])('%j is refused', async ([query, field]) => {
  const problem = expectProblem(await app.call('GET', '/events', { query }), 400, 'validation_error')
  expect(problem.errors).toMatchObject([{ field }])
})

test('a cursor is bound to its filters', async () => {
  const { next_cursor } = await list({ limit: '1' })
  const query = { limit: '1', cursor: next_cursor!, type: 'incident.created' }
  const problem = expectProblem(await app.call('GET', '/events', { query }), 400, 'invalid_cursor')
  expect(problem.errors).toMatchObject([{ field: 'cursor' }])
})

test('events are counted up to 10,000, and the log says so beyond', async () => {
  const addEvents = (from: number, to: number) =>
    app.query(`insert into events (id, type, subject_id, actor_id, occurred_at, data)
      select 'evt_many' || n, 'incident.updated', 'INC8888888', 'robot', now(), '{}'
      from generate_series(${from}, ${to}) as n`)
  await addEvents(1, 10_000)
  expect(await list({ subject_id: 'INC8888888', limit: '1' })).not.toHaveProperty('total_is_exact')
  await addEvents(10_001, 10_001)
  const bounded = { total: 10_000, total_is_exact: false }
  expect(await list({ subject_id: 'INC8888888', limit: '1' })).toMatchObject(bounded)
  expect(await list({ limit: '1' })).toMatchObject(bounded)
})
