import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges } from '../../../test/changes.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const changes = await driveChanges(app)
const editor = await makeUser(app, 'itsm_manager')

const typesOf = async (id: string) => (await changes.eventsOf(id)).map(({ type }) => type)

/** Every approved field, with a value that differs from the default. */
const materialEdits: [field: string, value: () => Promise<unknown>][] = [
  ['short_description', async () => 'Replace the core switch'],
  ['description', async () => 'Something else entirely'],
  ['type', async () => 'emergency'],
  ['risk', async () => 'high'],
  ['impact', async () => 'high'],
  ['ci_ids', async () => [await makeCi()]],
  ['planned_start', async () => '2027-01-09T20:00:00.000Z'],
  ['planned_end', async () => '2027-01-09T22:00:00.000Z'],
  ['implementation_plan', async () => 'Pull the plug'],
  ['backout_plan', async () => 'None'],
  ['test_plan', async () => 'None'],
]

const makeCi = async () =>
  (await app.call('POST', '/cmdb/cis', { body: { name: 'core-switch' } })).json<{ id: string }>().id

describe('an edit of an approved field', () => {
  test.for(materialEdits)('revokes the approval when it changes %s', async ([field, valueOf]) => {
    for (const state of ['approved', 'scheduled'] as const) {
      const before = await changes.inState(state)
      const value = await valueOf()
      const after = await changes.change(before.id, { [field]: value }, { as: editor.token })
      expect(after).toMatchObject({ [field]: value, state: 'submitted', version: before.version + 1 })
      expect(after.approval).toEqual({
        status: 'pending',
        required: 1,
        decisions: [],
        ended: { by: editor.email, by_id: editor.id, at: after.updated_at, fields: [field] },
      })
      expect(await changes.get(before.id)).toEqual(after)
      expect(await typesOf(before.id)).toEqual(['change.submitted', 'change.approved', 'change.submitted'])
    }
  })

  test('is in the history, which keeps the earlier decision', async () => {
    const before = await changes.inState('approved')
    const { id, approval } = await changes.change(before.id, { risk: 'low' }, { as: editor.token })
    const items = (await changes.history(id)).filter(({ action }) => action === 'approval_ended')
    expect(items.map(({ actor, field, from, to }) => [actor, field, from, to])).toEqual([
      [editor.email, 'risk', 'medium', 'low'],
      [editor.email, 'state', 'approved', 'submitted'],
      [editor.email, 'approval', before.approval, approval],
    ])
    expect(before.approval.decisions).toHaveLength(1)
  })

  test('can be approved again by the same approver, and then continues', async () => {
    const { id } = await changes.inState('scheduled')
    await changes.change(id, { risk: 'low' }, { as: editor.token })
    expectProblem(await changes.patch(id, { state: 'implementing' }), 409, 'invalid_state_transition')
    const again = await changes.done(id, 'approve', {}, { as: changes.board })
    expect(again).toMatchObject({ state: 'approved', approval: { status: 'approved', required: 1 } })
    expect(again.approval).not.toHaveProperty('ended')
    expect((await changes.change(id, { state: 'scheduled' })).state).toBe('scheduled')
  })

  test('cannot change the state in the same update', async () => {
    for (const [from, to] of [
      ['approved', 'scheduled'],
      ['scheduled', 'implementing'],
      ['approved', 'cancelled'],
    ] as const) {
      const { id } = await changes.inState(from)
      const before = await changes.everything()
      const answer = await changes.patch(id, { state: to, backout_plan: 'None' })
      expect(expectProblem(answer, 409, 'approval_required')).toMatchObject({
        field: 'backout_plan',
        current_state: from,
        requested_state: to,
      })
      expect(await changes.everything()).toEqual(before)
    }
  })

  test.for(['implementing', 'review', 'closed', 'cancelled'] as const)(
    'is refused once the change is %s',
    async (state) => {
      const { id } = await changes.inState(state)
      for (const [field, valueOf] of materialEdits) {
        const body = { [field]: await valueOf(), assigned_to: 'eve@example.com' }
        const before = await changes.everything()
        const problem = expectProblem(await changes.patch(id, body), 409, 'already_decided')
        expect(problem).toMatchObject({ field, current_state: state })
        expect(await changes.everything()).toEqual(before)
      }
    },
  )
})

test('assignee, priority and links can change without a new approval', async () => {
  const change = await changes.inState('approved')
  const incident = await app.call('POST', '/incidents', { body: { short_description: 'Down' } })
  const patch = {
    priority: 'P1',
    category: 'network',
    assignment_group: 'Network',
    assigned_to: 'eve@example.com',
    incident_ids: [incident.json<{ id: string }>().id],
  }
  expect(await changes.change(change.id, patch)).toMatchObject({
    ...patch,
    state: 'approved',
    approval: change.approval,
  })
})

test('writing the same values revokes nothing', async () => {
  const change = await changes.inState('approved', { planned_start: '2027-01-09T20:00:00Z' })
  const before = await changes.everything()
  expect(await changes.change(change.id, { ...change, planned_start: '2027-01-09T21:00:00+01:00' })).toEqual(
    change,
  )
  expect(await changes.everything()).toEqual(before)
})

test('an edit also discards a partial approval, and its approver is asked again', async () => {
  const two = await startApp({ DATABASE_URL: app.url, CHANGE_APPROVALS: '2' })
  try {
    const strict = await driveChanges(two)
    const { id } = await strict.create()
    const first = await makeUser(two, 'change_approver')
    await strict.done(id, 'approve', {}, { as: first.token })
    const edited = await strict.change(id, { risk: 'high' })
    expect(edited).toMatchObject({ state: 'submitted', approval: { status: 'pending', decisions: [] } })
    expect(edited.approval.ended!.fields).toEqual(['risk'])
    const asked = () =>
      two.query<{ recipient_id: string }>(
        `select recipient_id from notifications where subject_id = '${id}' and title like 'Awaiting approval again:%'`,
      )
    await eventually(async () => (await asked()).length > 0)
    expect(await asked()).toEqual([{ recipient_id: first.id }])
    expect((await strict.done(id, 'approve', {}, { as: first.token })).state).toBe('submitted')
    const other = await two.tokenFor('change_approver')
    expect((await strict.done(id, 'approve', {}, { as: other })).state).toBe('approved')
  } finally {
    await two.close()
  }
})

describe('the requester', () => {
  test.for(['draft', 'submitted', 'approved', 'rejected', 'closed'] as const)(
    'of a change that is %s cannot be changed',
    async (state) => {
      const { id, requested_by } = await changes.inState(state)
      const before = await changes.everything()
      const answer = await changes.patch(id, { requested_by: 'x@example.com' }, { as: editor.token })
      expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field: 'requested_by' }])
      expect(await changes.everything()).toEqual(before)
      expect((await changes.change(id, { requested_by })).requested_by).toBe(requested_by)
    },
  )
})

describe('someone who edited the approved content', () => {
  /** The responses to both decisions if neither takes effect. */
  const decideInVain = async (id: string) => {
    const before = await changes.everything()
    const codes = []
    for (const verb of ['approve', 'reject']) {
      const answer = await changes.act(id, verb, { comment: 'x' }, { as: editor.token })
      codes.push(expectProblem(answer, 403, 'own_record').code)
    }
    expect(await changes.everything()).toEqual(before)
    return codes
  }
  const refused = ['own_record', 'own_record']

  test('cannot decide on it', async () => {
    const { id } = await changes.create()
    await changes.change(id, { backout_plan: 'None' }, { as: editor.token })
    expect(await decideInVain(id)).toEqual(refused)
    expect((await changes.done(id, 'approve', {}, { as: changes.board })).state).toBe('approved')
  })

  test('cannot decide on it after others have edited it too', async () => {
    const { id } = await changes.create({ state: 'draft' })
    await changes.change(id, { backout_plan: 'None' }, { as: editor.token })
    await changes.change(id, { backout_plan: 'The old image stays' })
    await changes.done(id, 'submit')
    expect(await decideInVain(id)).toEqual(refused)
  })

  test('cannot approve it again after revoking its approval', async () => {
    const { id } = await changes.inState('approved')
    await changes.change(id, { risk: 'low' }, { as: editor.token })
    expect(await decideInVain(id)).toEqual(refused)
  })

  test('can decide if they only assigned or linked it', async () => {
    const { id } = await changes.create()
    await changes.change(id, { assigned_to: 'eve@example.com' }, { as: editor.token })
    expect((await changes.done(id, 'approve', {}, { as: editor.token })).state).toBe('approved')
  })
})
