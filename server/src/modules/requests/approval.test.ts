import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { driveRequests, type Requests } from '../../../test/requests.ts'
import type { Role } from '../../kernel/actor.ts'

let app: TestApp
let requests: Requests
beforeAll(async () => {
  // CHANGE_APPROVALS does not apply to requests.
  app = await startApp({ CHANGE_APPROVALS: '3' })
  requests = await driveRequests(app)
})

const typesOf = async (id: string) => (await requests.eventsOf(id)).map(({ type }) => type)
const approvers: Role[] = ['change_approver', 'itsm_manager', 'super_admin']
const others: Role[] = ['itsm_agent', 'knowledge_editor', 'auditor', 'viewer']

test.for(approvers)('%s approves and rejects', async (role) => {
  const person = await makeUser(app, role)
  const approved = await requests.create()
  expect(await requests.done(approved.id, 'approve', undefined, { as: person.token })).toMatchObject({
    state: 'approved',
    version: 2,
    approval: {
      status: 'approved',
      required: 1,
      decisions: [{ decision: 'approved', by: person.email, by_id: person.id, comment: null }],
    },
  })
  expect(await typesOf(approved.id)).toEqual(['request.submitted', 'request.approved'])
  const rejected = await requests.create()
  const rejection = { comment: 'Not this year' }
  expect(await requests.done(rejected.id, 'reject', rejection, { as: person.token })).toMatchObject({
    state: 'rejected',
    allowed_transitions: [],
    approval: { status: 'rejected', decisions: [{ decision: 'rejected', ...rejection }] },
  })
  expect(await typesOf(rejected.id)).toEqual(['request.submitted'])
})

test.for(others)('%s cannot decide', async (role) => {
  const as = await app.tokenFor(role)
  const { id } = await requests.create()
  const before = await requests.everything()
  for (const verb of ['approve', 'reject'])
    expectProblem(await requests.act(id, verb, { comment: 'x' }, { as }), 403, 'insufficient_role')
  expect(await requests.everything()).toEqual(before)
})

test('a rejection needs a reason', async () => {
  const { id } = await requests.create()
  const before = await requests.everything()
  for (const body of [{}, { comment: ' ' }, { comment: null }]) {
    const answer = await requests.act(id, 'reject', body, { as: requests.board })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field: 'comment' }])
  }
  expect(await requests.everything()).toEqual(before)
})

describe('no one decides', () => {
  const attempts = async (id: string, as: string) => {
    const before = await requests.everything()
    const codes = []
    for (const verb of ['approve', 'reject'])
      codes.push(
        expectProblem(await requests.act(id, verb, { comment: 'x' }, { as }), 403, 'own_record').code,
      )
    return { codes, nothingHappened: isDeepStrictEqual(await requests.everything(), before) }
  }
  const inVain = { codes: ['own_record', 'own_record'], nothingHappened: true }

  test.for(['itsm_manager', 'super_admin'] as Role[])(
    'on a request that they opened, not even %s',
    async (role) => {
      const person = await makeUser(app, role)
      const { id } = await requests.create({ requested_for: 'eve@example.com' }, { as: person.token })
      expect(await attempts(id, person.token)).toEqual(inVain)
    },
  )

  test('on a request for themselves', async () => {
    const person = await makeUser(app, 'change_approver')
    const { id } = await requests.create({ requested_for: person.email.toUpperCase() })
    expect(await attempts(id, person.token)).toEqual(inVain)
    expect((await requests.done(id, 'approve', {}, { as: requests.board })).state).toBe('approved')
  })
})

test('of many concurrent decisions one settles it, and an approval is published once', async () => {
  const board = await Promise.all(Array.from({ length: 8 }, () => app.tokenFor('change_approver')))
  for (let round = 0; round < 3; round++) {
    const { id } = await requests.create()
    const answers = await Promise.all(
      board.map((as, i) => requests.act(id, i % 2 === 0 ? 'approve' : 'reject', { comment: `${i}` }, { as })),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 7 })
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    const { state, version, approval } = await requests.get(id)
    expect([state, version]).toEqual([winner % 2 === 0 ? 'approved' : 'rejected', 2])
    expect(approval.decisions).toMatchObject([{ comment: `${winner}` }])
    expect(await typesOf(id)).toEqual([
      'request.submitted',
      ...(state === 'approved' ? ['request.approved'] : []),
    ])
  }
})
