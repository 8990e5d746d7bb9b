import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges, type Change } from '../../../test/changes.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { roles, type Role } from '../../kernel/actor.ts'

const app = await startApp()
const changes = await driveChanges(app)

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Every writable field except links, none with its default. */
const written = {
  short_description: 'Move the mail relay',
  description: '# Why\n\n* "old" \\ \t\r\n* 😀',
  type: 'emergency',
  risk: 'high',
  impact: 'low',
  priority: 'P1',
  category: 'mail',
  assignment_group: 'Messaging',
  assigned_to: 'ada@example.com',
  requested_by: 'bob@example.com',
  planned_start: '2027-01-01T20:00:00.000Z',
  planned_end: '2027-01-01T22:00:00.000Z',
  implementation_plan: 'Move it',
  backout_plan: 'Move it back',
  test_plan: 'Send a mail',
}

/** A change with only a summary. */
const bare = (id: string) => ({
  id,
  number: id,
  url: `http://localhost:8080/changes/${id}`,
  short_description: 'New firmware for the core switch',
  description: null,
  type: 'normal',
  risk: 'medium',
  impact: null,
  priority: 'P3',
  category: null,
  assignment_group: null,
  assigned_to: null,
  requested_by: expect.stringMatching(/^\S+@\S+$/),
  ci_ids: [],
  incident_ids: [],
  planned_start: null,
  planned_end: null,
  implementation_plan: null,
  backout_plan: null,
  test_plan: null,
  close_code: null,
  close_notes: null,
  closed_at: null,
  state: 'submitted',
  approval: { status: 'pending', required: 1, decisions: [] },
  allowed_transitions: ['approved', 'rejected', 'cancelled'],
  conflicts: [],
  created_by: expect.stringMatching(/^\S+@\S+$/),
  version: 1,
  created_at: time,
  updated_at: time,
  deleted: false,
})

describe('creating', () => {
  test('returns 201 with the whole change, submitted, its Location and its version', async () => {
    const response = await changes.ask({ short_description: 'New firmware for the core switch' })
    const change = expectOk<Change>(response, 201)
    expect(change).toEqual(bare(change.id))
    expect(change.id).toMatch(/^CHG\d{7}$/)
    expect(response.headers).toMatchObject({
      etag: '"1"',
      location: `/prod/api/v1/changes/${change.id}`,
      'content-type': 'application/json; charset=utf-8',
    })
    const got = await changes.read(change.id)
    expect([got.statusCode, got.headers.etag, got.json()]).toEqual([200, '"1"', change])
    expect((await changes.eventsOf(change.id)).map(({ type }) => type)).toEqual(['change.submitted'])
  })

  test('as a draft publishes no event until it is submitted', async () => {
    const draft = await changes.create({ state: 'draft' })
    expect(draft).toEqual({
      ...bare(draft.id),
      state: 'draft',
      approval: { status: 'not_requested', required: 1, decisions: [] },
      allowed_transitions: ['submitted', 'cancelled'],
    })
    expect(await changes.eventsOf(draft.id)).toEqual([])
    const submitted = await changes.done(draft.id, 'submit')
    expect(submitted).toEqual({ ...bare(draft.id), version: 2 })
    expect((await changes.eventsOf(draft.id)).map(({ type }) => type)).toEqual(['change.submitted'])
  })

  test('accepts every writable field and returns it', async () => {
    const change = await changes.create({ ...written, state: 'submitted' })
    expect(change).toMatchObject({ ...written, state: 'submitted' })
    expect(await changes.get(change.id)).toEqual(change)
  })

  test('accepts any format of the same time', async () => {
    const change = await changes.create({
      planned_start: '2027-01-01T22:00:00+02:00',
      planned_end: '2027-01-01T22:00:00Z',
    })
    expect([change.planned_start, change.planned_end]).toEqual([
      '2027-01-01T20:00:00.000Z',
      '2027-01-01T22:00:00.000Z',
    ])
    expect(await changes.change(change.id, { planned_start: '2027-01-01T20:00:00Z' })).toEqual(change)
  })

  test('sets the caller as the requester by default', async () => {
    const ada = await makeUser(app, 'itsm_agent')
    expect(await changes.create({}, { as: ada.token })).toMatchObject({
      requested_by: ada.email,
      created_by: ada.email,
    })
    expect(await changes.create({ requested_by: 'bob@example.com' }, { as: ada.token })).toMatchObject({
      requested_by: 'bob@example.com',
      created_by: ada.email,
    })
  })

  test('with one Idempotency-Key creates one change, also concurrently', async () => {
    const headers = { 'idempotency-key': 'one-change' }
    const body = { short_description: 'Idempotent' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => changes.ask(body, { headers })))
    const made = [
      ...answers.filter(({ statusCode }) => statusCode !== 409),
      await changes.ask(body, { headers }),
    ]
    expect(new Set(made.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(made.map((answer) => answer.body)).size).toBe(1)
    expect((await changes.list({ q: 'Idempotent' })).total).toBe(1)
  })
})

const wrong: [body: object, field: string][] = [
  [{ short_description: undefined }, 'short_description'],
  [{ short_description: '' }, 'short_description'],
  [{ short_description: ' ' }, 'short_description'],
  [{ short_description: 'a\nb' }, 'short_description'],
  [{ short_description: 'x'.repeat(256) }, 'short_description'],
  [{ short_description: 7 }, 'short_description'],
  [{ type: 'huge' }, 'type'],
  [{ risk: 'none' }, 'risk'],
  [{ risk: null }, 'risk'],
  [{ impact: 'P1' }, 'impact'],
  [{ priority: 'P5' }, 'priority'],
  [{ assigned_to: 'ada' }, 'assigned_to'],
  [{ requested_by: null }, 'requested_by'],
  [{ ci_ids: 'CI0000001' }, 'ci_ids'],
  [{ ci_ids: ['SRV1'] }, 'ci_ids.0'],
  [{ ci_ids: ['CI0000001', 'CI0000001'] }, 'ci_ids'],
  [{ incident_ids: ['CHG0000001'] }, 'incident_ids.0'],
  [
    { incident_ids: Array.from({ length: 101 }, (_, i) => `INC${String(i).padStart(7, '0')}`) },
    'incident_ids',
  ],
  [{ planned_start: 'tomorrow' }, 'planned_start'],
  [{ planned_start: '0001-01-01T00:00:00+14:00' }, 'planned_start'],
  [{ planned_end: '9999-12-31T23:59:59-00:01' }, 'planned_end'],
  [{ planned_start: written.planned_end, planned_end: written.planned_start }, 'planned_end'],
  [{ planned_start: written.planned_start, planned_end: written.planned_start }, 'planned_end'],
  [{ state: 'approved' }, 'state'],
  [{ colour: 'red' }, 'colour'],
]

test.for(wrong)('%j is refused with its name, and nothing is written', async ([body, field]) => {
  const before = await changes.everything()
  const answer = await changes.ask({ short_description: 'x', ...body })
  expect(expectProblem(answer, 400, 'validation_error').errors!.map((error) => error.field)).toContain(field)
  expect(await changes.everything()).toEqual(before)
})

describe('updating', () => {
  test('returns 200 with the change, a new version and the new values', async () => {
    const { id } = await changes.create({ requested_by: written.requested_by })
    const response = await changes.patch(id, written)
    const after = expectOk<Change>(response, 200)
    expect(after).toMatchObject({ ...written, version: 2, state: 'submitted' })
    expect(response.headers.etag).toBe('"2"')
    expect(await changes.get(id)).toEqual(after)
    expect(await changes.eventsOf(id)).toHaveLength(1)
  })

  test('with the record as it was read changes nothing: read-only fields are ignored', async () => {
    const change = await changes.create(written)
    const before = await changes.everything()
    expect(await changes.change(change.id, change)).toEqual(change)
    expect(await changes.change(change.id, {})).toEqual(change)
    const forged = { id: 'CHG9999999', created_by: 'x', approval: { status: 'approved' }, version: 99 }
    expect(await changes.change(change.id, forged)).toEqual(change)
    expect(await changes.everything()).toEqual(before)
  })

  test('refuses a window that ends before it begins, whichever end is changed', async () => {
    const { id } = await changes.create(written)
    const before = await changes.everything()
    for (const body of [{ planned_end: '2026-01-01T00:00:00Z' }, { planned_start: '2028-01-01T00:00:00Z' }])
      expect(expectProblem(await changes.patch(id, body), 400, 'validation_error').errors).toMatchObject([
        { field: 'planned_end' },
      ])
    expect(await changes.everything()).toEqual(before)
    expect(await changes.change(id, { planned_end: null })).toMatchObject({ planned_end: null })
  })

  test('a record that someone else changed is refused with 412', async () => {
    const { id } = await changes.create()
    const headers = { 'if-match': '"1"' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => changes.patch(id, { category: `c${i}` }, { headers })),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 9 })
    expect(await changes.get(id)).toMatchObject({ version: 2 })
  })

  test('to two states at once reaches one of them', async () => {
    const { id } = await changes.inState('approved')
    const target = (i: number) => (i % 2 === 0 ? 'scheduled' : 'cancelled')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        changes.patch(id, { state: target(i) }, { headers: { 'if-match': '"2"' } }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 9 })
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(await changes.get(id)).toMatchObject({ state: target(winner), version: 3 })
  })
})

test('the history contains who changed which field, with old and new value', async () => {
  const ada = await makeUser(app, 'itsm_agent')
  const bob = await makeUser(app, 'change_approver')
  const { id } = await changes.create({ category: 'network' }, { as: ada.token })
  await changes.change(id, { category: null, planned_start: '2027-01-01T20:00:00Z' }, { as: ada.token })
  const { approval } = await changes.done(id, 'approve', {}, { as: bob.token })
  await changes.remove(id)
  const pending = { status: 'pending', required: 1, decisions: [] }
  const items = (await changes.history(id)).map(({ actor, action, field, from, to }) => [
    actor,
    action,
    field,
    from,
    to,
  ])
  expect(items.filter(([, action]) => action === 'created')).toEqual(
    [
      ['short_description', 'New firmware for the core switch'],
      ['type', 'normal'],
      ['risk', 'medium'],
      ['priority', 'P3'],
      ['category', 'network'],
      ['requested_by', ada.email],
      ['state', 'submitted'],
      ['approval', pending],
      ['created_by', ada.email],
    ].map(([field, to]) => [ada.email, 'created', field, null, to]),
  )
  expect(items.filter(([, action]) => action !== 'created')).toEqual([
    [ada.email, 'updated', 'category', 'network', null],
    [ada.email, 'updated', 'planned_start', null, '2027-01-01T20:00:00.000Z'],
    [bob.email, 'approved', 'state', 'submitted', 'approved'],
    [bob.email, 'approved', 'approval', pending, approval],
    [expect.any(String), 'deleted', 'deleted', false, true],
  ])
})

describe('deleting', () => {
  test('hides it from everyone except auditors and managers', async () => {
    const change = await changes.create(written)
    const events = await changes.eventsOf(change.id)
    const response = await changes.remove(change.id)
    const deleted = expectOk<Change>(response, 200)
    const by = expect.stringMatching(/^\S+@\S+$/)
    expect(deleted).toEqual({
      ...change,
      version: 2,
      updated_at: time,
      deleted: true,
      deleted_at: time,
      deleted_by: by,
    })
    for (const answer of [
      await changes.read(change.id),
      await changes.patch(change.id, { category: 'x' }),
      await changes.remove(change.id),
    ])
      expectProblem(answer, 404, 'not_found')
    expect((await changes.list({ q: change.id })).total).toBe(0)
    expect(await changes.eventsOf(change.id)).toEqual(events)
    const query = { include_deleted: 'true' }
    for (const role of ['auditor', 'itsm_manager', 'super_admin'] as const)
      expect((await changes.read(change.id, { query, as: await app.tokenFor(role) })).json()).toEqual(deleted)
    for (const role of ['itsm_agent', 'change_approver', 'viewer'] as const)
      expectProblem(
        await changes.read(change.id, { query, as: await app.tokenFor(role) }),
        403,
        'insufficient_role',
      )
  })

  test('requires the current version if If-Match is sent', async () => {
    const { id } = await changes.create()
    expectProblem(await changes.remove(id, { headers: { 'if-match': '"9"' } }), 412, 'precondition_failed')
    expect((await changes.get(id)).deleted).toBe(false)
    expectOk(await changes.remove(id, { headers: { 'if-match': '"1"' } }), 200)
  })
})

describe('roles', () => {
  const agents = ['super_admin', 'itsm_manager', 'itsm_agent']
  const managers = ['super_admin', 'itsm_manager']

  test.for(roles)('%s has exactly the documented permissions', async (role: Role) => {
    const as = await app.tokenFor(role)
    const draft = await changes.create({ state: 'draft' })
    const before = await changes.everything()
    expect((await changes.read(draft.id, { as })).statusCode).toBe(200)
    expect((await changes.list({}, as)).total).toBeGreaterThan(0)
    expect((await app.call('GET', `/changes/${draft.id}/history`, { as })).statusCode).toBe(200)
    expect(await changes.everything()).toEqual(before)
    const writes = [
      [await changes.ask({ short_description: 'x' }, { as }), agents, 201],
      [await changes.patch(draft.id, { category: 'x' }, { as }), agents, 200],
      [await changes.act(draft.id, 'submit', undefined, { as }), agents, 200],
      [await changes.remove(draft.id, { as }), managers, 200],
    ] as const
    for (const [answer, allowed, status] of writes)
      expect(answer.statusCode).toBe(allowed.includes(role) ? status : 403)
    expect(isDeepStrictEqual(await changes.everything(), before)).toBe(!agents.includes(role))
  })
})
