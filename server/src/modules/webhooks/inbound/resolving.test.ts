import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound, type Answer } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk, pathTo } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)
const incidents = driveIncidents(app)

const field_mapping = { short_description: '{{ title }}', dedup_key: '{{ key }}' }
const resolve_when = [{ field: 'status', operator: 'eq', value: 'ok' }]
const both = { field_mapping, resolve_when }
const resolver = {
  name: 'All clear',
  action: 'resolve_incident',
  field_mapping: { dedup_key: '{{ key }}', work_note: '{{ text }}' },
}
const ignored = { status: 'ignored', reason: expect.stringContaining('dedup_key') as string }
const notesOf = async (id: string) =>
  expectOk<{ data: { body: string; author: string }[] }>(await app.call('GET', `/incidents/${id}/notes`), 200)
    .data

describe.for(['resolve_when', 'resolve_incident'] as const)('by %s', (way) => {
  test.for(['new', 'in_progress', 'on_hold', 'reopened'] as const)(
    'an incident that is %s is resolved according to the state table, with a note and the events of each step',
    async (state) => {
      const webhook = await inbound.create({ ...both, name: 'Watch' })
      const key = `${way} ${state}`
      const { incident_id } = await inbound.taken(webhook, { title: 'Down', key })
      for (const step of pathTo[state]) await incidents.change(incident_id!, { state: step })
      const eventCount = (await incidents.eventsOf(incident_id!)).length
      const sender = way === 'resolve_when' ? webhook : await inbound.create(resolver)
      expect(await inbound.taken(sender, { key, status: 'ok', text: 'Recovered' })).toEqual({
        status: 'resolved',
        incident_id,
      })
      const incident = await incidents.get(incident_id!)
      expect(incident).toMatchObject({ state: 'resolved', work_notes_count: 1 })
      expect(Date.parse(incident.resolved_at!)).toBeGreaterThan(0)
      const types = (await incidents.eventsOf(incident_id!)).slice(eventCount).map(({ type }) => type)
      const walked = state === 'in_progress' ? [] : ['incident.updated']
      expect(types).toEqual([...walked, 'incident.updated', 'incident.resolved'])
      const [body, author] =
        way === 'resolve_when' ? ['Resolved by Watch', 'watch.inbound_'] : ['Recovered', 'all-clear.inbound_']
      const notes = await notesOf(incident_id!)
      expect(notes).toMatchObject([{ body, author: expect.stringContaining(author) }])
    },
  )

  test.for(['resolved', 'closed', 'cancelled', 'deleted'] as const)(
    'an incident that is %s is not changed',
    async (state) => {
      const webhook = await inbound.create(both)
      const key = `${way} ${state}`
      const { incident_id } = await inbound.taken(webhook, { title: 'Down', key })
      if (state === 'deleted') await incidents.remove(incident_id!)
      else for (const step of pathTo[state]) await incidents.change(incident_id!, { state: step })
      const sender = way === 'resolve_when' ? webhook : await inbound.create(resolver)
      const before = await inbound.everything()
      expect(await inbound.taken(sender, { key, status: 'ok' })).toEqual(ignored)
      expect(await inbound.everything()).toEqual(before)
    },
  )

  test('an unknown key is not an error, and has no effect', async () => {
    const webhook = await inbound.create(way === 'resolve_when' ? both : resolver)
    const before = await inbound.everything()
    expect(await inbound.taken(webhook, { key: 'never seen', status: 'ok' })).toEqual(ignored)
    expect(await inbound.everything()).toEqual(before)
  })

  test('a call without a key is refused', async () => {
    const webhook = await inbound.create(way === 'resolve_when' ? both : resolver)
    const before = await inbound.everything()
    const { errors } = expectProblem(
      await inbound.send(webhook, { title: 'Down', status: 'ok' }),
      400,
      'validation_error',
    )
    expect(errors).toMatchObject([{ field: 'dedup_key', code: 'empty' }])
    expect(await inbound.everything()).toEqual(before)
  })

  test('a call is not refused because of fields that a recovery does not use', async () => {
    const mapping = { ...field_mapping, priority: '{{ level }}', assigned_to: '{{ owner }}' }
    const webhook = await inbound.create({ ...both, field_mapping: mapping })
    const key = `${way} unused fields`
    const { incident_id } = await inbound.taken(webhook, { title: 'Down', key, level: 'P2' })
    const sender =
      way === 'resolve_when' ? webhook : await inbound.create({ ...resolver, field_mapping: mapping })
    expect(await inbound.taken(sender, { key, status: 'ok', level: 'OK', owner: 'nobody' })).toEqual({
      status: 'resolved',
      incident_id,
    })
  })

  test('a late repeated call does not resolve an alert that fired again since', async () => {
    const webhook = await inbound.create(both)
    const sender = way === 'resolve_when' ? webhook : await inbound.create(resolver)
    const key = `${way} late`
    const allClear = { key, status: 'ok' }
    const first = await inbound.taken(webhook, { title: 'Down', key }, { 'webhook-id': 'msg_1' })
    // The same ID for the alert and its recovery: they are two calls all the same.
    const resolved = await inbound.taken(sender, allClear, { 'webhook-id': 'msg_1' })
    expect(resolved).toEqual({ status: 'resolved', incident_id: first.incident_id })
    const second = await inbound.taken(webhook, { title: 'Down', key }, { 'webhook-id': 'msg_2' })
    const before = await inbound.everything()
    expect(await inbound.taken(sender, allClear, { 'webhook-id': 'msg_1' })).toEqual({
      status: 'duplicate',
      incident_id: first.incident_id,
    })
    expect(await inbound.everything()).toEqual(before)
    expect(await inbound.taken(sender, allClear, { 'webhook-id': 'msg_3' })).toEqual({
      status: 'resolved',
      incident_id: second.incident_id,
    })
  })
})

test('resolve_when affects only incidents of its own webhook, resolve_incident those of all', async () => {
  const [one, two] = [await inbound.create(both), await inbound.create(both)]
  const mine = await inbound.taken(one, { title: 'Down', key: 'same' })
  const theirs = await inbound.taken(two, { title: 'Down', key: 'same' })
  await inbound.taken(one, { key: 'same', status: 'ok' })
  expect((await incidents.get(mine.incident_id!)).state).toBe('resolved')
  expect((await incidents.get(theirs.incident_id!)).state).toBe('new')
  const again = await inbound.taken(one, { title: 'Down', key: 'same' })
  expect((await inbound.taken(await inbound.create(resolver), { key: 'same' })).status).toBe('resolved')
  for (const { incident_id } of [theirs, again])
    expect((await incidents.get(incident_id!)).state).toBe('resolved')
})

test('all conditions of resolve_when must match, and the filters before it', async () => {
  const webhook = await inbound.create({
    field_mapping,
    filters: [{ field: 'env', operator: 'eq', value: 'prod' }],
    resolve_when: [...resolve_when, { field: 'sure', operator: 'eq', value: true }],
  })
  const { incident_id } = await inbound.taken(webhook, { title: 'Down', key: 'a', env: 'prod' })
  const end = { title: 'Up', key: 'a', status: 'ok', sure: true }
  expect(await inbound.taken(webhook, end)).toEqual({ status: 'filtered' })
  expect((await inbound.taken(webhook, { ...end, env: 'prod', sure: false })).status).toBe('duplicate')
  expect((await incidents.get(incident_id!)).state).toBe('new')
  expect((await inbound.taken(webhook, { ...end, env: 'prod' })).status).toBe('resolved')
})

test.each([
  ['recoveries of one alert', {}, 'ignored'],
  ['repetitions of one recovery', { 'webhook-id': 'msg_storm' }, 'duplicate'],
])('of fifty concurrent %s, one resolves it', async (_, headers, others) => {
  const webhook = await inbound.create(both)
  const { incident_id } = await inbound.taken(webhook, { title: 'Down', key: 'storm' })
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => inbound.send(webhook, { key: 'storm', status: 'ok' }, headers)),
  )
  const statuses = responses.map((response) => `${response.statusCode} ${response.json<Answer>().status}`)
  expect(statuses.toSorted()).toEqual([...Array<string>(49).fill(`200 ${others}`), '200 resolved'])
  expect(await notesOf(incident_id!)).toHaveLength(1)
  const types = (await incidents.eventsOf(incident_id!)).map(({ type }) => type)
  expect(types.filter((type) => type === 'incident.resolved')).toHaveLength(1)
})
