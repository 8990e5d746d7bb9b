import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, pathTo, type Incident } from '../../../test/incidents.ts'
import { eventTypes } from '../../kernel/event-types.ts'

const subscriber = {
  events: eventTypes,
  handle: async (ctx: { db: TestApp['database']['db'] }, events: { seq: number }[]) => {
    for (const { seq } of events) await sql`insert into heard values (${seq})`.execute(ctx.db)
  },
}
const app = await startApp({ SERVICE_INSTANCE: 'desk' }, { subscribers: [subscriber] })
const incidents = driveIncidents(app)
await app.query('create table heard (seq bigint)')

/** The events of one incident after the known ones. */
async function newEvents(id: string, known = 0) {
  return (await incidents.eventsOf(id)).slice(known)
}

const shownIn = ({ id, short_description, priority, state }: Incident) => ({
  id,
  short_description,
  priority,
  state,
  url: `http://localhost:8080/incidents/${id}`,
})

describe('an incident publishes', () => {
  test('one event for its creation', async () => {
    const incident = await incidents.create({
      priority: 'P1',
      category: 'network',
      notify_stakeholders: true,
    })
    const events = await incidents.eventsOf(incident.id)
    expect(events).toMatchObject([{ type: 'incident.created', data: shownIn(incident) }])
    expect(events[0]!.data).not.toHaveProperty('changes')
    expect(events[0]!.data).not.toHaveProperty('notify_stakeholders')
  })

  test('a changed field with its old and new value', async () => {
    const { id } = await incidents.create({ category: 'mail' })
    const after = await incidents.change(id, { category: 'network', assigned_to: 'ada@example.com' })
    expect(await newEvents(id, 1)).toMatchObject([{ type: 'incident.updated', data: shownIn(after) }])
    const [event] = await newEvents(id, 1)
    expect(event!.data.changes).toEqual({
      category: { from: 'mail', to: 'network' },
      assigned_to: { from: null, to: 'ada@example.com' },
    })
  })

  test('an additional event for a new priority', async () => {
    const { id } = await incidents.create()
    const after = await incidents.change(id, { priority: 'P1', category: 'network' })
    const events = await newEvents(id, 1)
    expect(events.map(({ type }) => type)).toEqual(['incident.updated', 'incident.priority_changed'])
    for (const { data } of events) {
      expect(data).toMatchObject(shownIn(after))
      expect(data.changes).toEqual({
        priority: { from: 'P3', to: 'P1' },
        category: { from: null, to: 'network' },
      })
    }
  })

  test('an additional event when resolved, and each type once if everything changes together', async () => {
    const { id } = await incidents.inState('in_progress')
    const resolved = await incidents.change(id, { state: 'resolved', priority: 'P2', work_note: 'Done' })
    const events = await newEvents(id, 2)
    expect(events.map(({ type }) => type)).toEqual([
      'incident.updated',
      'incident.resolved',
      'incident.priority_changed',
    ])
    for (const { data } of events) {
      expect(data).toMatchObject(shownIn(resolved))
      expect(data.changes).toEqual({
        priority: { from: 'P3', to: 'P2' },
        state: { from: 'in_progress', to: 'resolved' },
        resolved_at: { from: null, to: resolved.resolved_at },
        work_notes_count: { from: 0, to: 1 },
      })
    }
  })

  test.for(Object.entries(pathTo))('every transition on the path to %s', async ([, way]) => {
    const { id } = await incidents.create()
    const expected = ['incident.created']
    for (const state of way) {
      await incidents.change(id, { state })
      expected.push('incident.updated', ...(state === 'resolved' ? ['incident.resolved'] : []))
    }
    expect((await incidents.eventsOf(id)).map(({ type }) => type)).toEqual(expected)
  })

  test('an update for a note alone', async () => {
    const { id } = await incidents.create()
    await incidents.note(id, { body: 'Looking' })
    await incidents.change(id, { work_note: 'Still looking' })
    const events = await newEvents(id, 1)
    expect(events.map(({ type, data }) => [type, data.changes])).toEqual([
      ['incident.updated', { work_notes_count: { from: 0, to: 1 } }],
      ['incident.updated', { work_notes_count: { from: 1, to: 2 } }],
    ])
  })

  test('no event for a deletion, an empty update or a refused request', async () => {
    const { id, version } = await incidents.inState('on_hold')
    const before = (await incidents.eventsOf(id)).length
    await incidents.patch(id, {})
    await incidents.patch(id, { state: 'on_hold', priority: 'P3' })
    await incidents.patch(id, { state: 'closed', priority: 'P1' })
    await incidents.patch(id, { priority: 'P9' })
    await incidents.patch(id, { priority: 'P1' }, { headers: { 'if-match': `"${version + 1}"` } })
    await incidents.note(id, { body: ' ' })
    await incidents.remove(id)
    await incidents.patch(id, { priority: 'P1' })
    expect(await newEvents(id, before)).toEqual([])
  })

  test('the actor', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id, opened_by } = await incidents.create({}, { as })
    const [event] = await incidents.eventsOf(id)
    const [client] = await app.query<{ id: string }>(`select id from clients where email = '${opened_by}'`)
    expect(event!.actor_id).toBe(client!.id)
  })
})

test('every event to a subscriber exactly once', async () => {
  const waiting = () => app.query('select from outbox')
  await Promise.all(Array.from({ length: 20 }, () => incidents.inState('reopened')))
  await eventually(async () => (await waiting()).length === 0)
  const told = await app.query('select seq from events order by seq')
  expect(told.length).toBeGreaterThan(100)
  expect(await app.query('select seq from heard order by seq')).toEqual(told)
})
