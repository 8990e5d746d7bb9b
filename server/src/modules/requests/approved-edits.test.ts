import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectProblem } from '../../../test/problem.ts'
import { driveCatalog, driveRequests } from '../../../test/requests.ts'

const app = await startApp()
const requests = await driveRequests(app)
const catalog = driveCatalog(app)
const editor = await makeUser(app, 'itsm_manager')

const typesOf = async (id: string) => (await requests.eventsOf(id)).map(({ type }) => type)

const materialEdits: object[] = [
  { short_description: 'A yacht' },
  { description: 'With a crew' },
  { item: 'A yacht' },
  { requested_for: 'me@example.com' },
  { quantity: 1000 },
  { variables: { size: 100 } },
]

describe('an edit of an approved field', () => {
  test.for(materialEdits)('revokes the approval: %j', async (patch) => {
    const before = await requests.inState('approved')
    const after = await requests.change(before.id, patch, { as: editor.token })
    expect(after).toMatchObject({ ...patch, state: 'submitted', version: before.version + 1 })
    expect(after.approval).toEqual({
      status: 'pending',
      required: 1,
      decisions: [],
      ended: { by: editor.email, by_id: editor.id, at: after.updated_at, fields: Object.keys(patch) },
    })
    const ended = (await requests.history(before.id)).filter(({ action }) => action === 'approval_ended')
    expect(ended.map(({ field, from, to }) => [field, from, to])).toContainEqual([
      'approval',
      before.approval,
      after.approval,
    ])
    expect(await typesOf(before.id)).toEqual(['request.submitted', 'request.approved', 'request.submitted'])
    expectProblem(await requests.act(before.id, 'approve', {}, { as: editor.token }), 403, 'own_record')
    expect((await requests.done(before.id, 'approve', {}, { as: requests.board })).state).toBe('approved')
  })

  test('cannot start the fulfilment in the same update', async () => {
    const { id } = await requests.inState('approved')
    const before = await requests.everything()
    const answer = await requests.patch(id, { state: 'in_fulfillment', quantity: 1000 })
    expect(expectProblem(answer, 409, 'approval_required')).toMatchObject({ field: 'quantity' })
    expect(await requests.everything()).toEqual(before)
  })
})

test('assignee and priority can change without a new approval', async () => {
  const request = await requests.inState('approved')
  const patch = { priority: 'P1', category: 'hardware', assignment_group: 'Workplace' }
  const after = await requests.change(request.id, { ...patch, assigned_to: 'eve@example.com' })
  expect(after).toMatchObject({ ...patch, state: 'approved', approval: request.approval })
})

test('an approver who edited a request cannot decide on it', async () => {
  const { id } = await requests.create()
  await requests.change(id, { quantity: 2 }, { as: editor.token })
  const before = await requests.everything()
  for (const verb of ['approve', 'reject'])
    expectProblem(await requests.act(id, verb, { comment: 'x' }, { as: editor.token }), 403, 'own_record')
  expect(await requests.everything()).toEqual(before)
})

describe('a request that needed no approval', () => {
  test('needs one when it changes to an item that requires it', async () => {
    const [free, costly] = [await catalog.create({ approval_required: false }), await catalog.create()]
    for (const item of [costly.id, costly.name, 'A yacht']) {
      const { id } = await requests.create({ item: free.id })
      const after = await requests.change(id, { item })
      expect(after).toMatchObject({ state: 'submitted', approval: { status: 'pending', required: 1 } })
    }
  })

  test('needs one when another item of the same name requires it', async () => {
    const free = await catalog.create({ approval_required: false })
    const { id } = await requests.create({ item: free.id })
    const { id: begun } = await requests.create({ item: free.id, state: 'submitted' })
    await requests.change(begun, { state: 'in_fulfillment' })
    await catalog.change(free.id, { active: false })
    const costly = await catalog.create({ name: free.name })
    const after = await requests.change(id, { item: costly.id })
    expect(after).toMatchObject({ item_id: costly.id, state: 'submitted', approval: { status: 'pending' } })
    expectProblem(await requests.patch(begun, { item: costly.id }), 409, 'already_decided')
  })

  test('stays approved when it changes to another item without approval', async () => {
    const [free, other] = [
      await catalog.create({ approval_required: false }),
      await catalog.create({ approval_required: false }),
    ]
    const { id } = await requests.create({ item: free.id })
    for (const patch of [{ quantity: 2 }, { item: other.id }])
      expect(await requests.change(id, patch)).toMatchObject({
        state: 'approved',
        approval: { status: 'approved', required: 0, decisions: [] },
      })
  })
})
