import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges, type Change } from '../../../test/changes.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { states, type State } from './transitions.ts'

const open: State[] = ['draft', 'submitted', 'approved', 'rejected', 'scheduled', 'implementing', 'review']
/** The transitions of the contract, row by row. */
const table: [State, State][] = [
  ['draft', 'submitted'],
  ['submitted', 'approved'],
  ['submitted', 'rejected'],
  ['approved', 'scheduled'],
  ['scheduled', 'implementing'],
  ['implementing', 'review'],
  ['review', 'closed'],
  ['rejected', 'draft'],
  ...open.map((state): [State, State] => [state, 'cancelled']),
]
const isInTable = (from: State, to: State) => table.some((row) => row[0] === from && row[1] === to)
const isDecided = (to: State) => ['approved', 'rejected'].includes(to)
const allowedFrom = (from: State) => states.filter((to) => isInTable(from, to)).toSorted()
const pairs = states.flatMap((from) => states.map((to): [State, State] => [from, to]))

const app = await startApp()
const changes = await driveChanges(app)

/** The expected status of a PATCH of the state. */
const verdict = (from: State, to: State) =>
  from === to ? 'no change' : isInTable(from, to) && !isDecided(to) ? 'changed' : 'refused'
const pairsOf = (wanted: string) => pairs.filter(([from, to]) => verdict(from, to) === wanted)

test('there are 81 pairs: fifteen transitions, two of them only by approval', () => {
  expect([pairs.length, table.length]).toEqual([81, 15])
  expect(['no change', 'changed', 'refused'].map((wanted) => pairsOf(wanted).length)).toEqual([9, 13, 59])
})

describe('a PATCH of the state', () => {
  test.for(pairsOf('changed'))('from %s to %s is allowed', async ([from, to]) => {
    const before = await changes.inState(from)
    expect(before.allowed_transitions.toSorted()).toEqual(allowedFrom(from))
    const after = await changes.change(before.id, { state: to })
    expect(after).toMatchObject({ state: to, version: before.version + 1 })
    expect(after.allowed_transitions.toSorted()).toEqual(allowedFrom(to))
    expect(await changes.get(before.id)).toEqual(after)
    expect((await changes.list({ state: to, q: before.id })).data).toEqual([after])
  })

  test.for(pairsOf('refused'))(
    'from %s to %s is refused, and nothing else of the request is applied',
    async ([from, to]) => {
      const { id } = await changes.inState(from)
      const before = await changes.everything()
      const problem = expectProblem(
        await changes.patch(id, { state: to, priority: 'P1', short_description: 'Other' }),
        409,
        'invalid_state_transition',
      )
      expect(problem).toMatchObject({ current_state: from, requested_state: to })
      expect((problem.allowed_transitions as State[]).toSorted()).toEqual(allowedFrom(from))
      expect(problem.message).toMatch(
        isInTable(from, to) ? /POST \/changes\/<id>\/(approve|reject)/ : /cannot become/,
      )
      expect(await changes.everything()).toEqual(before)
    },
  )

  test('to the current state changes nothing, and applies the other fields', async () => {
    for (const state of states) {
      const { id, version } = await changes.inState(state)
      const before = await changes.everything()
      expect(await changes.change(id, { state })).toMatchObject({ state, version })
      expect(await changes.everything()).toEqual(before)
      expect(await changes.change(id, { state, category: 'network' })).toMatchObject({
        state,
        category: 'network',
        version: version + 1,
      })
    }
  })
})

describe('the action endpoints', () => {
  const calls = [
    ['submit', 'submitted', ['draft']],
    ['approve', 'approved', ['submitted']],
    ['reject', 'rejected', ['submitted']],
  ] as const

  test.for(calls)('%s leads to %s only from %j', async ([verb, to, from]) => {
    const isDecision = isDecided(to)
    const as = isDecision ? changes.board : await app.tokenFor('itsm_agent')
    const call = (id: string) =>
      changes.act(id, verb, isDecision ? { comment: 'So be it' } : undefined, { as })
    for (const state of from)
      expect(expectOk<Change>(await call((await changes.inState(state)).id), 200).state).toBe(to)
    for (const state of states.filter((other) => !from.some((allowed) => allowed === other))) {
      const { id } = await changes.inState(state)
      const before = await changes.everything()
      const problem = expectProblem(await call(id), 409, 'invalid_state_transition')
      expect(problem).toMatchObject({ current_state: state, requested_state: to })
      expect((problem.allowed_transitions as State[]).toSorted()).toEqual(allowedFrom(state))
      expect(await changes.everything()).toEqual(before)
    }
  })
})

test('a rejected change returns to draft, is submitted again, and earlier decisions no longer count', async () => {
  const { id, approval } = await changes.inState('rejected')
  expect(approval).toMatchObject({ status: 'rejected', decisions: [{ decision: 'rejected' }] })
  const draft = await changes.change(id, { state: 'draft' })
  expect(draft.approval).toEqual({ status: 'not_requested', required: 1, decisions: [] })
  const again = await changes.done(id, 'submit')
  expect(again).toMatchObject({
    state: 'submitted',
    approval: { status: 'pending', required: 1, decisions: [] },
  })
  // A previous rejecter may approve now.
  const approved = await changes.done(id, 'approve', {}, { as: changes.board })
  expect(approved.approval).toMatchObject({ status: 'approved', decisions: [{ decision: 'approved' }] })
  expect((await changes.eventsOf(id)).map(({ type }) => type)).toEqual([
    'change.submitted',
    'change.rejected',
    'change.submitted',
    'change.approved',
  ])
})
