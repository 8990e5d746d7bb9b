import { expect, test } from 'vitest'
import { startApp, tokenOf } from '../../../test/app.ts'
import { driveChanges } from '../../../test/changes.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'

const app = await startApp({ CHANGE_APPROVALS: '2' })
const changes = await driveChanges(app)

const typesOf = async (id: string) => (await changes.eventsOf(id)).map(({ type }) => type)

test('two different people must approve', async () => {
  const other = await app.tokenFor('itsm_manager')
  const { id, approval } = await changes.create()
  expect(approval).toEqual({ status: 'pending', required: 2, decisions: [] })
  const first = await changes.done(id, 'approve', {}, { as: changes.board })
  expect(first).toMatchObject({
    state: 'submitted',
    version: 2,
    approval: { status: 'pending', required: 2 },
  })
  expect(first.approval.decisions).toHaveLength(1)
  expect(await typesOf(id)).toEqual(['change.submitted'])
  const second = await changes.done(id, 'approve', {}, { as: other })
  expect(second).toMatchObject({ state: 'approved', version: 3, approval: { status: 'approved' } })
  expect(second.approval.decisions).toHaveLength(2)
  expect(await typesOf(id)).toEqual(['change.submitted', 'change.approved'])
})

/** A token of another account with the same email address. */
async function twinOf({ email }: { email: string }): Promise<string> {
  const made = await app.call('POST', '/clients', {
    body: { name: 'Twin', email: email.toUpperCase(), roles: ['change_approver'] },
  })
  const { client_id, client_secret } = made.json<{ client_id: string; client_secret: string }>()
  return tokenOf(app.http, client_id, client_secret)
}

test('no one counts twice, not even through a second account with the same email address', async () => {
  const person = await makeUser(app, 'change_approver')
  const twin = await twinOf(person)
  const { id } = await changes.create()
  await changes.done(id, 'approve', {}, { as: person.token })
  const before = await changes.everything()
  for (const as of [person.token, twin])
    for (const verb of ['approve', 'reject'])
      expectProblem(await changes.act(id, verb, { comment: 'x' }, { as }), 409, 'already_decided')
  expect(await changes.everything()).toEqual(before)
  expect((await changes.get(id)).state).toBe('submitted')
})

test('the list of approvals offers no account of a person what they have edited or decided on', async () => {
  const person = await makeUser(app, 'change_approver', 'itsm_agent')
  const accounts = [person.token, await twinOf(person)]
  const window = { planned_start: '2027-02-01T20:00:00.000Z', planned_end: '2027-02-01T22:00:00.000Z' }
  const { id: open } = await changes.create({ type: 'emergency', risk: 'high', ...window })
  const { id: decided } = await changes.create()
  await changes.done(decided, 'approve', {}, { as: person.token })
  const { id: edited } = await changes.create()
  await changes.change(edited, { description: 'x' }, { as: person.token })
  for (const as of accounts) {
    const { data } = (await app.call('GET', '/approvals', { as, query: { limit: '200' } })).json<{
      data: { id: string; version: number }[]
    }>()
    const ids = new Set(data.map(({ id }) => id))
    expect(data.find(({ id }) => id === open)).toMatchObject({
      version: 1,
      type: 'emergency',
      risk: 'high',
      ...window,
    })
    expect([open, decided, edited].filter((id) => ids.has(id))).toEqual([open])
    for (const id of [decided, edited])
      expect((await changes.act(id, 'approve', {}, { as })).statusCode).toBeGreaterThanOrEqual(403)
  }
})

test('one rejection is sufficient, also after an approval', async () => {
  const { id } = await changes.create()
  await changes.done(id, 'approve', {}, { as: changes.board })
  const other = await app.tokenFor('change_approver')
  const rejected = await changes.done(id, 'reject', { comment: 'Too risky' }, { as: other })
  expect(rejected).toMatchObject({ state: 'rejected', approval: { status: 'rejected', required: 2 } })
  expect(rejected.approval.decisions.map(({ decision }) => decision)).toEqual(['approved', 'rejected'])
  await changes.change(id, { state: 'draft' })
  const again = await changes.done(id, 'submit')
  expect(again.approval).toEqual({ status: 'pending', required: 2, decisions: [] })
})

test('concurrent approvals count once each, and the change is approved once', async () => {
  const board = await Promise.all(Array.from({ length: 6 }, () => app.tokenFor('change_approver')))
  const { id } = await changes.create()
  // Each of them twice: the second request is a duplicate or comes too late.
  const answers = await Promise.all([...board, ...board].map((as) => changes.act(id, 'approve', {}, { as })))
  expect(countStatuses(answers)).toEqual({ 200: 2, 409: 10 })
  const { state, version, approval } = await changes.get(id)
  expect([state, version, approval.status, approval.decisions.length]).toEqual(['approved', 3, 'approved', 2])
  expect(new Set(approval.decisions.map(({ by_id }) => by_id)).size).toBe(2)
  expect(await typesOf(id)).toEqual(['change.submitted', 'change.approved'])
  const decisions = (await changes.history(id)).filter(({ action }) => action === 'approved')
  expect(decisions.map(({ field }) => field).toSorted()).toEqual(['approval', 'approval', 'state'])
})
