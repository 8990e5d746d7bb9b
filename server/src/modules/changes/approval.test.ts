import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startApp, tokenOf } from '../../../test/app.ts'
import { driveChanges, type Change } from '../../../test/changes.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import type { Role } from '../../kernel/actor.ts'

const app = await startApp()
const changes = await driveChanges(app)

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('change approvers', () => {
  test.for(['change_approver', 'itsm_manager', 'super_admin'] as Role[])('%s approves', async (role) => {
    const person = await makeUser(app, role)
    const { id, version } = await changes.create()
    const response = await changes.act(id, 'approve', { comment: 'Go ahead' }, { as: person.token })
    const change = expectOk<Change>(response, 200)
    expect(change).toMatchObject({
      state: 'approved',
      version: version + 1,
      approval: {
        status: 'approved',
        required: 1,
        decisions: [
          { decision: 'approved', by: person.email, by_id: person.id, at: time, comment: 'Go ahead' },
        ],
      },
    })
    expect(response.headers.etag).toBe(`"${change.version}"`)
    expect(await changes.get(id)).toEqual(change)
  })

  test.for(['change_approver', 'itsm_manager', 'super_admin'] as Role[])('%s rejects', async (role) => {
    const person = await makeUser(app, role)
    const { id } = await changes.create()
    const change = await changes.done(id, 'reject', { comment: 'No way back' }, { as: person.token })
    expect(change).toMatchObject({ state: 'rejected', approval: { status: 'rejected' } })
    expect(change.approval.decisions).toMatchObject([
      { decision: 'rejected', by: person.email, comment: 'No way back' },
    ])
    expect((await changes.eventsOf(id)).map(({ type }) => type)).toEqual([
      'change.submitted',
      'change.rejected',
    ])
  })

  test.for(['itsm_agent', 'knowledge_editor', 'auditor', 'viewer'] as Role[])(
    '%s is not one',
    async (role) => {
      const as = await app.tokenFor(role)
      const { id } = await changes.create()
      const before = await changes.everything()
      for (const verb of ['approve', 'reject']) {
        const problem = expectProblem(
          await changes.act(id, verb, { comment: 'x' }, { as }),
          403,
          'insufficient_role',
        )
        expect(problem.required_roles).toEqual(['change_approver', 'itsm_manager', 'super_admin'])
      }
      expect(await changes.everything()).toEqual(before)
    },
  )

  test('approve without a comment, in any form of an empty body', async () => {
    for (const [body, headers] of [
      [undefined, {}],
      [{}, {}],
      [{ comment: null }, {}],
      ['', { 'content-type': 'application/json' }],
    ] as [unknown, Record<string, string>][]) {
      const { id } = await changes.create()
      const { approval } = await changes.done(id, 'approve', body, { as: changes.board, headers })
      expect(approval.decisions).toMatchObject([{ decision: 'approved', comment: null }])
    }
  })

  test('must give a reason to reject', async () => {
    const { id } = await changes.create()
    const before = await changes.everything()
    for (const body of [
      undefined,
      {},
      { comment: '' },
      { comment: ' \n' },
      { comment: null },
      { comment: 7 },
    ]) {
      const answer = await changes.act(id, 'reject', body, { as: changes.board })
      const problem = expectProblem(answer, 400, 'validation_error')
      expect(problem.errors![0]!.field).toBe(body === undefined ? '' : 'comment')
    }
    const extra = await changes.act(id, 'approve', { state: 'closed' }, { as: changes.board })
    expect(expectProblem(extra, 400, 'validation_error').errors).toMatchObject([{ field: 'state' }])
    expect(await changes.everything()).toEqual(before)
  })

  test('decide on the version they read if they send If-Match', async () => {
    const { id, version } = await changes.create()
    await changes.change(id, { backout_plan: 'None' })
    const before = await changes.everything()
    const stale = { as: changes.board, headers: { 'if-match': `"${version}"` } }
    expectProblem(await changes.act(id, 'approve', {}, stale), 412, 'precondition_failed')
    expectProblem(await changes.act(id, 'reject', { comment: 'x' }, stale), 412, 'precondition_failed')
    expect(await changes.everything()).toEqual(before)
    const fresh = { as: changes.board, headers: { 'if-match': `"${version + 1}"` } }
    expect((await changes.done(id, 'approve', {}, fresh)).state).toBe('approved')
  })

  test.for(['approve', 'reject', 'submit'])('cannot %s a change that does not exist', async (verb) => {
    const { id } = await changes.create()
    await changes.remove(id)
    const before = await changes.everything()
    const body = verb === 'submit' ? undefined : { comment: 'x' }
    for (const gone of [id, 'CHG9999999', 'none'])
      expectProblem(await changes.act(gone, verb, body), 404, 'not_found')
    expect(await changes.everything()).toEqual(before)
  })
})

describe('no one decides on their own change', () => {
  const attempts = async (id: string, as: string) => {
    const before = await changes.everything()
    const codes = []
    for (const verb of ['approve', 'reject'])
      codes.push(expectProblem(await changes.act(id, verb, { comment: 'x' }, { as }), 403, 'own_record').code)
    return { codes, nothingHappened: isDeepStrictEqual(await changes.everything(), before) }
  }
  const inVain = { codes: ['own_record', 'own_record'], nothingHappened: true }

  test.for(['itsm_manager', 'super_admin'] as Role[])('not even %s', async (role) => {
    const person = await makeUser(app, role)
    const { id } = await changes.create({}, { as: person.token })
    expect(await attempts(id, person.token)).toEqual(inVain)
    expect((await changes.done(id, 'approve', {}, { as: changes.board })).state).toBe('approved')
  })

  test('not by naming someone else as the requester', async () => {
    const person = await makeUser(app, 'itsm_manager')
    const { id } = await changes.create({ requested_by: 'boss@example.com' }, { as: person.token })
    expect(await attempts(id, person.token)).toEqual(inVain)
  })

  test('not by having someone else open it', async () => {
    const person = await makeUser(app, 'change_approver')
    const { id } = await changes.create({ requested_by: person.email.toUpperCase() })
    expect(await attempts(id, person.token)).toEqual(inVain)
  })

  test('not through another account with the same email address', async () => {
    const person = await makeUser(app, 'itsm_manager')
    const made = await app.call('POST', '/clients', {
      body: { name: 'My other self', email: person.email, roles: ['change_approver'] },
    })
    const { client_id, client_secret } = made.json<{ client_id: string; client_secret: string }>()
    const other = await tokenOf(app.http, client_id, client_secret)
    const { id } = await changes.create({ requested_by: 'boss@example.com' }, { as: person.token })
    expect(await attempts(id, other)).toEqual(inVain)
  })
})

test('one Idempotency-Key is one decision', async () => {
  const { id } = await changes.create()
  const options = { as: changes.board, headers: { 'idempotency-key': 'decide-once' } }
  const [first, second] = [
    await changes.act(id, 'approve', {}, options),
    await changes.act(id, 'approve', {}, options),
  ]
  expect([first.statusCode, second.statusCode, second.body]).toEqual([200, 200, first.body])
  expect(await changes.eventsOf(id)).toHaveLength(2)
})

test('of many concurrent decisions one settles it, and only that one is published', async () => {
  const board = await Promise.all(Array.from({ length: 10 }, () => app.tokenFor('change_approver')))
  const { id } = await changes.create()
  const verbs = board.map((_, i) => (i % 2 === 0 ? 'approve' : 'reject'))
  const answers = await Promise.all(
    board.map((as, i) => changes.act(id, verbs[i]!, { comment: `${i}` }, { as })),
  )
  expect(countStatuses(answers)).toEqual({ 200: 1, 409: 9 })
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  const state = verbs[winner] === 'approve' ? 'approved' : 'rejected'
  const after = await changes.get(id)
  expect(after).toMatchObject({ state, version: 2, approval: { status: state } })
  expect(after.approval.decisions).toMatchObject([{ comment: `${winner}` }])
  expect((await changes.eventsOf(id)).map(({ type }) => type)).toEqual([
    'change.submitted',
    `change.${state}`,
  ])
})
