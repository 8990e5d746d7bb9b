import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { driveRequests, type ServiceRequest } from '../../../test/requests.ts'
import { roles, type Role } from '../../kernel/actor.ts'

const app = await startApp()
const requests = await driveRequests(app)

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const address = expect.stringMatching(/^\S+@\S+$/)

/** Every writable field, none with its default. */
const written = {
  short_description: 'Two screens',
  description: '# Please\n\n* wide\r\n* "matte" \\ 😀',
  item: 'Screen of 34 inches',
  category: 'hardware',
  requested_for: 'eve@example.com',
  quantity: 2,
  variables: { size: 34, curved: true, colours: ['black', null], desk: { floor: 3, room: '3.14' } },
  priority: 'P2',
  assignment_group: 'Workplace',
  assigned_to: 'ada@example.com',
}

/** A request with only a summary. */
const bare = (id: string) => ({
  id,
  number: id,
  url: `http://localhost:8080/requests/${id}`,
  short_description: 'A notebook for the new colleague',
  description: null,
  item: null,
  item_id: null,
  category: null,
  requested_for: address,
  quantity: 1,
  variables: {},
  priority: 'P3',
  assignment_group: null,
  assigned_to: null,
  state: 'submitted',
  approval: { status: 'pending', required: 1, decisions: [] },
  allowed_transitions: ['approved', 'rejected', 'cancelled'],
  created_by: address,
  version: 1,
  created_at: time,
  updated_at: time,
  deleted: false,
})

describe('creating', () => {
  test('returns 201 with the whole request, submitted, its Location and its version', async () => {
    const response = await requests.ask({ short_description: 'A notebook for the new colleague' })
    const request = expectOk<ServiceRequest>(response, 201)
    expect(request).toEqual(bare(request.id))
    expect(request.id).toMatch(/^REQ\d{7}$/)
    expect(response.headers).toMatchObject({
      etag: '"1"',
      location: `/prod/api/v1/requests/${request.id}`,
      'content-type': 'application/json; charset=utf-8',
    })
    const got = await requests.read(request.id)
    expect([got.statusCode, got.headers.etag, got.json()]).toEqual([200, '"1"', request])
    expect((await requests.eventsOf(request.id)).map(({ type }) => type)).toEqual(['request.submitted'])
  })

  test('accepts every writable field and returns it', async () => {
    const request = await requests.create({ ...written, state: 'submitted' })
    expect(request).toMatchObject({ ...written, item_id: null, state: 'submitted' })
    expect(await requests.get(request.id)).toEqual(request)
  })

  test('is for the caller by default', async () => {
    const ada = await makeUser(app, 'itsm_agent')
    expect(await requests.create({}, { as: ada.token })).toMatchObject({
      requested_for: ada.email,
      created_by: ada.email,
    })
    expect(await requests.create({ requested_for: 'eve@example.com' }, { as: ada.token })).toMatchObject({
      requested_for: 'eve@example.com',
      created_by: ada.email,
    })
  })

  test('with one Idempotency-Key creates one request, also concurrently', async () => {
    const headers = { 'idempotency-key': 'one-request' }
    const body = { short_description: 'Idempotent' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => requests.ask(body, { headers })))
    const made = [
      ...answers.filter(({ statusCode }) => statusCode !== 409),
      await requests.ask(body, { headers }),
    ]
    expect(new Set(made.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(made.map((answer) => answer.body)).size).toBe(1)
    expect((await requests.list({ q: 'Idempotent' })).total).toBe(1)
  })
})

const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`v${i}`, i]))
const wrong: [title: string, body: object, field: string][] = [
  ['a blank summary', { short_description: ' ' }, 'short_description'],
  ['a summary of two lines', { short_description: 'a\nb' }, 'short_description'],
  ['a long summary', { short_description: 'x'.repeat(256) }, 'short_description'],
  ['a blank item', { item: '' }, 'item'],
  ['an item that is no text', { item: 7 }, 'item'],
  ['nobody to get it', { requested_for: null }, 'requested_for'],
  ['no address', { requested_for: 'eve' }, 'requested_for'],
  ['a quantity of nothing', { quantity: 0 }, 'quantity'],
  ['a quantity of too many', { quantity: 1001 }, 'quantity'],
  ['a quantity of halves', { quantity: 1.5 }, 'quantity'],
  ['a quantity in words', { quantity: '2' }, 'quantity'],
  ['a list of variables', { variables: [] }, 'variables'],
  ['variables of nothing', { variables: null }, 'variables'],
  ['too many variables', { variables: many(201) }, 'variables'],
  ['too many values inside of one', { variables: { v: Array.from({ length: 200 }, () => []) } }, 'variables'],
  ['variables of too much text', { variables: { v: 'x'.repeat(16_384) } }, 'variables'],
  ['an unknown priority', { priority: 'urgent' }, 'priority'],
  ['an unknown state', { state: 'new' }, 'state'],
  ['an unknown field', { colour: 'red' }, 'colour'],
]

test.for(wrong)('%s is refused with its name, and nothing is written', async ([, body, field]) => {
  const { id } = await requests.create()
  const before = await requests.everything()
  for (const answer of [
    await requests.ask({ short_description: 'x', ...body }),
    await requests.patch(id, { priority: 'P1', ...body }),
  ])
    expect(expectProblem(answer, 400, 'validation_error').errors!.map((error) => error.field)).toContain(
      field,
    )
  expect(await requests.everything()).toEqual(before)
})

test('a new one needs a summary, and no state but submitted', async () => {
  const before = await requests.everything()
  for (const [body, field] of [
    [{}, 'short_description'],
    [{ short_description: 'x', state: 'approved' }, 'state'],
  ] as const)
    expect(expectProblem(await requests.ask(body), 400, 'validation_error').errors![0]!.field).toBe(field)
  expect(await requests.everything()).toEqual(before)
})

test('the maximum number of variables is accepted', async () => {
  const variables = many(200)
  expect((await requests.create({ variables })).variables).toEqual(variables)
})

describe('updating', () => {
  test('returns 200 with the request, a new version and the new values', async () => {
    const { id } = await requests.create()
    const response = await requests.patch(id, written)
    const after = expectOk<ServiceRequest>(response, 200)
    expect(after).toMatchObject({ ...written, version: 2, state: 'submitted' })
    expect(response.headers.etag).toBe('"2"')
    expect(await requests.get(id)).toEqual(after)
    expect(await requests.eventsOf(id)).toHaveLength(1)
  })

  test('with the record as it was read changes nothing: read-only fields are ignored', async () => {
    for (const request of [await requests.create(written), await requests.inState('fulfilled', written)]) {
      const before = await requests.everything()
      expect(await requests.change(request.id, request)).toEqual(request)
      expect(await requests.change(request.id, {})).toEqual(request)
      const forged = { item_id: 'ITM0000001', approval: { status: 'approved' }, created_by: 'x', version: 9 }
      expect(await requests.change(request.id, forged)).toEqual(request)
      expect(await requests.everything()).toEqual(before)
    }
  })

  const askedFor = [
    { short_description: 'A yacht' },
    { description: 'A yacht' },
    { item: 'A yacht' },
    { item: null },
    { quantity: 1000 },
    { variables: { size: 100 } },
    { requested_for: 'me@example.com' },
  ]
  test.for(askedFor)('refuses to change decided content to %j', async (patch) => {
    for (const state of ['in_fulfillment', 'fulfilled', 'closed', 'rejected', 'cancelled'] as const) {
      const { id } = await requests.inState(state, written)
      const before = await requests.everything()
      const answer = await requests.patch(id, { ...patch, priority: 'P1' })
      const problem = expectProblem(answer, 409, 'already_decided')
      expect(problem.current_state).toBe(state)
      expect(problem.message).toContain(Object.keys(patch)[0])
      expect(await requests.everything()).toEqual(before)
    }
  })

  test('lets fulfillers change the assignee until the end', async () => {
    const { id } = await requests.inState('in_fulfillment')
    const patch = { assigned_to: 'ada@example.com', assignment_group: 'Workplace', state: 'fulfilled' }
    expect(await requests.change(id, patch)).toMatchObject(patch)
  })

  test('a record that someone else changed is refused with 412', async () => {
    const { id } = await requests.create()
    const headers = { 'if-match': '"1"' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => requests.patch(id, { category: `c${i}` }, { headers })),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 9 })
    expect(await requests.get(id)).toMatchObject({ version: 2 })
  })
})

test('the history contains who changed which field, with old and new value', async () => {
  const ada = await makeUser(app, 'itsm_agent')
  const bob = await makeUser(app, 'itsm_manager')
  const { id } = await requests.create({ variables: { size: 13 } }, { as: ada.token })
  await requests.change(id, { variables: { size: 14 } }, { as: ada.token })
  const { approval } = await requests.done(id, 'approve', {}, { as: bob.token })
  await requests.remove(id, { as: bob.token })
  const items = (await requests.history(id)).filter(({ action }) => action !== 'created')
  expect(items.map(({ actor, action, field, from, to }) => [actor, action, field, from, to])).toEqual([
    [ada.email, 'updated', 'variables', { size: 13 }, { size: 14 }],
    [bob.email, 'approved', 'state', 'submitted', 'approved'],
    [bob.email, 'approved', 'approval', { status: 'pending', required: 1, decisions: [] }, approval],
    [bob.email, 'deleted', 'deleted', false, true],
  ])
})

test('a deleted one is visible only to auditors and managers', async () => {
  const request = await requests.create(written)
  const events = await requests.eventsOf(request.id)
  const deleted = expectOk<ServiceRequest>(await requests.remove(request.id), 200)
  expect(deleted).toEqual({
    ...request,
    version: 2,
    updated_at: time,
    deleted: true,
    deleted_at: time,
    deleted_by: address,
  })
  for (const answer of [
    await requests.read(request.id),
    await requests.patch(request.id, { category: 'x' }),
    await requests.remove(request.id),
    await requests.act(request.id, 'approve', {}, { as: requests.board }),
    await requests.act(request.id, 'fulfil'),
    await requests.read('REQ9999999'),
  ])
    expectProblem(answer, 404, 'not_found')
  expect((await requests.list({ q: request.id })).total).toBe(0)
  expect(await requests.eventsOf(request.id)).toEqual(events)
  const query = { include_deleted: 'true' }
  for (const role of ['auditor', 'itsm_manager', 'super_admin'] as const)
    expect((await requests.read(request.id, { query, as: await app.tokenFor(role) })).json()).toEqual(deleted)
  for (const role of ['itsm_agent', 'change_approver', 'viewer'] as const)
    expectProblem(
      await requests.read(request.id, { query, as: await app.tokenFor(role) }),
      403,
      'insufficient_role',
    )
})

test.for(roles)('%s has exactly the documented permissions', async (role: Role) => {
  const managers = ['super_admin', 'itsm_manager']
  const agents = [...managers, 'itsm_agent']
  const as = await app.tokenFor(role)
  const { id } = await requests.inState('approved')
  const before = await requests.everything()
  expect((await requests.read(id, { as })).statusCode).toBe(200)
  expect((await requests.list({}, as)).total).toBeGreaterThan(0)
  expect((await app.call('GET', `/requests/${id}/history`, { as })).statusCode).toBe(200)
  expect(await requests.everything()).toEqual(before)
  const writes = [
    [await requests.ask({ short_description: 'x' }, { as }), agents, 201],
    [await requests.patch(id, { category: 'x' }, { as }), agents, 200],
    [await requests.act(id, 'fulfil', undefined, { as }), agents, 200],
    [await requests.remove(id, { as }), managers, 200],
  ] as const
  for (const [answer, allowed, status] of writes)
    expect(answer.statusCode).toBe(allowed.includes(role) ? status : 403)
  expect(isDeepStrictEqual(await requests.everything(), before)).toBe(!agents.includes(role))
})
