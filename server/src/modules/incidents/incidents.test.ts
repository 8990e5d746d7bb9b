import { describe, expect, test } from 'vitest'
import { startApp, tokenOf } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk, type Incident } from '../../../test/incidents.ts'
import { createReferencedRecords } from '../../../test/referenced-records.ts'
import { expectProblem } from '../../../test/problem.ts'
import type { Role } from '../../kernel/actor.ts'

const app = await startApp()
const incidents = driveIncidents(app)
await createReferencedRecords(app, { ci: 42, change: 1 })

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Every writable field, none with its default. */
const written = {
  short_description: 'VPN drops every hour',
  description: '# Symptoms\n\n* drops\r\n* "reconnects" \\ \t',
  priority: 'P1',
  category: 'network',
  subcategory: 'vpn',
  impact: 'high',
  urgency: 'medium',
  assignment_group: 'Network Operations',
  assigned_to: 'ada@example.com',
  ci_id: 'CI0000042',
  parent_problem_id: 'PRB0000007',
  change_id: 'CHG0000001',
  location: 'Berlin, room 3.14',
}

/** An incident with only a summary. */
const bare = (id: string) => ({
  id,
  number: id,
  url: `http://localhost:8080/incidents/${id}`,
  short_description: 'Mail is down',
  description: null,
  priority: 'P3',
  state: 'new',
  category: null,
  subcategory: null,
  impact: null,
  urgency: null,
  assignment_group: null,
  assigned_to: null,
  ci_id: null,
  sla_breach_at: time,
  created_at: time,
  updated_at: time,
  opened_by: expect.stringMatching(/^\S+@\S+$/),
  parent_problem_id: null,
  change_id: null,
  duplicate_of: null,
  location: null,
  resolved_at: null,
  closed_at: null,
  work_notes_count: 0,
  ai_suggested_resolution: '',
  version: 1,
  reopen_count: 0,
  allowed_transitions: ['in_progress', 'cancelled'],
  sla: { target_minutes: 1440, clock: 'running', cycle: 1, warned: false, breached: false },
  deleted: false,
})

describe('creating', () => {
  test('returns 201 with the whole incident, its Location and its version', async () => {
    const response = await incidents.ask({ short_description: 'Mail is down' })
    const incident = expectOk<Incident>(response, 201)
    expect(incident).toEqual(bare(incident.id))
    expect(incident.updated_at).toBe(incident.created_at)
    expect(Date.parse(incident.sla_breach_at) - Date.parse(incident.created_at)).toBe(24 * 3600_000)
    expect(response.headers).toMatchObject({
      etag: '"1"',
      location: `/prod/api/v1/incidents/${incident.id}`,
      'content-type': 'application/json; charset=utf-8',
    })
    const got = await incidents.read(incident.id)
    expect([got.statusCode, got.headers.etag, got.json()]).toEqual([200, '"1"', incident])
  })

  test('with the unversioned prefix returns a Location with the same prefix', async () => {
    const response = await app.call('POST', '/prod/api/incidents', { body: { short_description: 'x' } })
    const { id } = expectOk<Incident>(response, 201)
    expect(response.headers.location).toBe(`/prod/api/incidents/${id}`)
    expect((await app.call('GET', `/prod/api/incidents/${id}`)).json()).toMatchObject({ id })
  })

  test('accepts every writable field, and sets the state new', async () => {
    const incident = await incidents.create({ ...written, state: 'new' })
    expect(incident).toMatchObject({ ...written, state: 'new', version: 1 })
    expect(await incidents.get(incident.id)).toEqual(incident)
  })

  test('accepts null for nullable fields', async () => {
    const { short_description: _s, priority: _p, ...optional } = written
    const empty = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))
    const incident = await incidents.create(empty)
    expect(incident).toEqual(bare(incident.id))
  })

  test('never returns notify_stakeholders', async () => {
    const incident = await incidents.create({ notify_stakeholders: true })
    expect(incident).toEqual(bare(incident.id))
  })

  test('sets the caller as opener: a service account by its registered address, a user by their own', async () => {
    const made = await app.call('POST', '/clients', {
      body: { name: 'Probe', email: 'probe@example.com', roles: ['itsm_agent'] },
    })
    const { client_id, client_secret } = made.json<{ client_id: string; client_secret: string }>()
    const as = await tokenOf(app.http, client_id, client_secret)
    expect((await incidents.create({}, { as })).opened_by).toBe('probe@example.com')
    const person = await makeUser(app, 'itsm_agent')
    expect((await incidents.create({}, { as: person.token })).opened_by).toBe(person.email)
  })

  test('increments the ID', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push((await incidents.create()).id)
    const numbers = made.map((id) => Number(/^INC(\d{7})$/.exec(id)![1]))
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i))
  })
})

/** Read-only fields, which must never be stored. */
const forged = {
  id: 'INC9999999',
  number: 'INC9999999',
  url: 'https://evil.example',
  sla_breach_at: '2000-01-01T00:00:00.000Z',
  created_at: '2000-01-01T00:00:00.000Z',
  updated_at: '2000-01-01T00:00:00.000Z',
  opened_by: 'evil@example.com',
  resolved_at: '2000-01-01T00:00:00.000Z',
  closed_at: '2000-01-01T00:00:00.000Z',
  work_notes_count: 99,
  ai_suggested_resolution: 'Pay me',
  version: 99,
  reopen_count: 99,
  allowed_transitions: ['closed'],
  sla: { target_minutes: 1 },
  deleted: true,
  deleted_at: '2000-01-01T00:00:00.000Z',
  deleted_by: 'evil@example.com',
}

describe('read-only fields', () => {
  test('are ignored on create', async () => {
    const incident = await incidents.create(forged)
    expect(incident).toEqual(bare(incident.id))
    expect(incident.id).not.toBe(forged.id)
    expectProblem(await incidents.read(forged.id), 404, 'not_found')
  })

  test('are ignored on update, also together with a change', async () => {
    const incident = await incidents.create()
    const before = await incidents.everything()
    expect(await incidents.change(incident.id, forged)).toEqual(incident)
    expect(await incidents.everything()).toEqual(before)
    const changed = await incidents.change(incident.id, { ...forged, category: 'network' })
    expect(changed).toEqual({ ...incident, category: 'network', version: 2, updated_at: time })
    expect(changed.updated_at).not.toBe(forged.updated_at)
  })

  test('do not prevent sending back a record as it was read', async () => {
    const incident = await incidents.create(written)
    const sent = { ...incident, state: 'in_progress', urgency: 'low' }
    expect(await incidents.change(incident.id, sent)).toMatchObject({
      ...written,
      state: 'in_progress',
      urgency: 'low',
      version: 2,
    })
  })
})

describe('updating', () => {
  test('accepts every writable field', async () => {
    const { id } = await incidents.create()
    const { created_at, ...changed } = await incidents.change(id, { ...written, state: 'in_progress' })
    expect(changed).toMatchObject({ ...written, state: 'in_progress', version: 2 })
    expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at))
    expect(await incidents.get(id)).toEqual({ created_at, ...changed })
  })

  test('null clears nullable fields', async () => {
    const { id } = await incidents.create(written)
    const { short_description, priority, ...optional } = written
    const empty = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))
    expect(await incidents.change(id, empty)).toMatchObject({ ...empty, short_description, priority })
  })

  test('without changes has no effect', async () => {
    const incident = await incidents.inState('in_progress', written)
    const before = await incidents.everything()
    for (const body of [{}, { state: 'in_progress' }, written, { ...written, state: 'in_progress' }]) {
      const response = await incidents.patch(incident.id, body)
      expect([response.statusCode, response.headers.etag, response.json()]).toEqual([200, '"2"', incident])
    }
    expect(await incidents.everything()).toEqual(before)
  })

  test('respects If-Match', async () => {
    const { id } = await incidents.create()
    const matching = await incidents.patch(id, { category: 'a' }, { headers: { 'if-match': '"1"' } })
    expect([matching.statusCode, matching.headers.etag]).toEqual([200, '"2"'])
    const before = await incidents.everything()
    for (const stale of ['"1"', '"3"', 'W/"1"', '"x"', '2']) {
      const headers = { 'if-match': stale }
      const refused = await incidents.patch(id, { category: 'b', work_note: 'n' }, { headers })
      expectProblem(refused, 412, 'precondition_failed')
      expect(refused.headers.etag).toBe('"2"')
      expectProblem(await incidents.remove(id, { headers }), 412, 'precondition_failed')
    }
    expect(await incidents.everything()).toEqual(before)
    for (const [tag, category] of [
      ['*', 'c'],
      ['"1", "3"', 'd'],
      ['W/"4"', 'e'],
    ] as const)
      expect(await incidents.change(id, { category }, { headers: { 'if-match': tag } })).toMatchObject({
        category,
      })
  })

  test('the times of resolution and closure follow the state, and reopening clears them', async () => {
    const { id } = await incidents.create()
    const through = async (state: string) => {
      const { resolved_at, closed_at, updated_at, reopen_count } = await incidents.change(id, { state })
      return [
        resolved_at === null ? null : resolved_at === updated_at,
        closed_at === updated_at,
        reopen_count,
      ]
    }
    expect(await through('in_progress')).toEqual([null, false, 0])
    expect(await through('resolved')).toEqual([true, false, 0])
    expect(await through('reopened')).toEqual([null, false, 1])
    expect(await through('in_progress')).toEqual([null, false, 1])
    const { resolved_at } = await incidents.change(id, { state: 'resolved' })
    const closed = await incidents.change(id, { state: 'closed' })
    expect(closed).toMatchObject({ resolved_at, closed_at: closed.updated_at, reopen_count: 1 })
  })

  test('an incident that does not exist cannot be read, updated or deleted', async () => {
    const before = await incidents.everything()
    for (const id of ['INC9999999', 'inc0000001', 'INC1', '..%2fusers', "'%20or%20'1'='1", '%F0%9F%9A%92'])
      for (const response of [
        await incidents.read(id),
        await incidents.patch(id, { category: 'x' }),
        await incidents.remove(id),
        await incidents.note(id, { body: 'x' }),
        await app.call('GET', `/incidents/${id}/notes`),
        await app.call('GET', `/incidents/${id}/history`),
      ])
        expectProblem(response, 404, 'not_found')
    expect(await incidents.everything()).toEqual(before)
  })
})

describe('deleting', () => {
  test.for<Role>(['super_admin', 'itsm_manager'])(
    'by a %s returns the record as deleted, in its state',
    async (role) => {
      const incident = await incidents.inState('on_hold', written)
      const as = await app.tokenFor(role)
      const response = await incidents.remove(incident.id, { as })
      expect(expectOk(response, 200)).toEqual({
        ...incident,
        deleted: true,
        deleted_at: time,
        deleted_by: expect.stringMatching(/@/),
        updated_at: time,
        version: incident.version + 1,
      })
      expect(response.headers.etag).toBe(`"${incident.version + 1}"`)
    },
  )

  test('makes it unavailable for reading, updating, notes and deletion', async () => {
    const { id } = await incidents.create(written)
    await incidents.remove(id)
    const before = await incidents.everything()
    for (const response of [
      await incidents.read(id),
      await incidents.patch(id, { category: 'x' }),
      await incidents.patch(id, {}),
      await incidents.remove(id),
      await incidents.note(id, { body: 'x' }),
      await app.call('GET', `/incidents/${id}/notes`),
      await app.call('GET', `/incidents/${id}/sla`),
      await incidents.read(id, { query: { include_deleted: 'false' } }),
    ])
      expectProblem(response, 404, 'not_found')
    expect(await incidents.everything()).toEqual(before)
    expect((await incidents.list({ q: id })).data).toEqual([])
  })

  test('keeps the record for roles that audit', async () => {
    const { id } = await incidents.create(written)
    const deleted = expectOk<Incident>(await incidents.remove(id), 200)
    const query = { include_deleted: 'true' }
    for (const role of ['super_admin', 'itsm_manager', 'auditor'] as const)
      expect((await incidents.read(id, { as: await app.tokenFor(role), query })).json()).toEqual(deleted)
    for (const role of ['itsm_agent', 'viewer', 'change_approver', 'knowledge_editor'] as const) {
      const refused = await incidents.read(id, { as: await app.tokenFor(role), query })
      const { required_roles } = expectProblem(refused, 403, 'insufficient_role')
      expect(required_roles).toEqual(['auditor', 'itsm_manager', 'super_admin'])
    }
  })

  test('is not allowed for an agent', async () => {
    const { id } = await incidents.create()
    const before = await incidents.everything()
    const { required_roles } = expectProblem(
      await incidents.remove(id, { as: await app.tokenFor('itsm_agent') }),
      403,
      'insufficient_role',
    )
    expect(required_roles).toEqual(['itsm_manager', 'super_admin'])
    expect(await incidents.everything()).toEqual(before)
  })
})

test.for<Role>(['viewer', 'auditor', 'change_approver', 'knowledge_editor'])(
  'a %s cannot read or write',
  async (role) => {
    const { id } = await incidents.create()
    const as = await app.tokenFor(role)
    const before = await incidents.everything()
    for (const response of [
      await incidents.ask({ short_description: 'x' }, { as }),
      await incidents.patch(id, { category: 'x' }, { as }),
      await incidents.remove(id, { as }),
      await incidents.note(id, { body: 'x' }, { as }),
    ])
      expectProblem(response, 403, 'insufficient_role')
    expect(await incidents.everything()).toEqual(before)
    for (const path of ['', `/${id}`, `/${id}/notes`, `/${id}/history`, `/${id}/sla`])
      expect((await app.call('GET', `/incidents${path}`, { as })).statusCode).toBe(200)
  },
)
