import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { driveRequests, type ServiceRequest } from '../../../test/requests.ts'
import { states } from './transitions.ts'

type State = ServiceRequest['state']

/** The transitions of the contract, row by row. */
const table: [State, State][] = [
  ['submitted', 'approved'],
  ['submitted', 'rejected'],
  ['approved', 'in_fulfillment'],
  ['in_fulfillment', 'fulfilled'],
  ['fulfilled', 'closed'],
  ['submitted', 'cancelled'],
  ['approved', 'cancelled'],
  ['in_fulfillment', 'cancelled'],
]
const isInTable = (from: State, to: State) => table.some((row) => row[0] === from && row[1] === to)
const isDecided = (to: State) => ['approved', 'rejected'].includes(to)
const allowedFrom = (from: State) => states.filter((to) => isInTable(from, to)).toSorted()
const pairs = states.flatMap((from) => states.map((to): [State, State] => [from, to]))

/** The expected status of a PATCH of the state. */
const verdict = (from: State, to: State) =>
  from === to ? 'no change' : isInTable(from, to) && !isDecided(to) ? 'changed' : 'refused'
const pairsOf = (wanted: string) => pairs.filter(([from, to]) => verdict(from, to) === wanted)

const app = await startApp()
const requests = await driveRequests(app)

test('there are 49 pairs: eight transitions, two of them decisions', () => {
  expect([pairs.length, table.length]).toEqual([49, 8])
  expect(['no change', 'changed', 'refused'].map((wanted) => pairsOf(wanted).length)).toEqual([7, 6, 36])
})

describe('a PATCH of the state', () => {
  test.for(pairsOf('changed'))('from %s to %s is allowed', async ([from, to]) => {
    const before = await requests.inState(from)
    expect(before.allowed_transitions.toSorted()).toEqual(allowedFrom(from))
    const after = await requests.change(before.id, { state: to })
    expect(after).toMatchObject({ state: to, version: before.version + 1 })
    expect(after.allowed_transitions.toSorted()).toEqual(allowedFrom(to))
    expect(await requests.get(before.id)).toEqual(after)
    expect((await requests.list({ state: to, q: before.id })).data).toEqual([after])
  })

  test.for(pairsOf('refused'))(
    'from %s to %s is refused, and nothing else of the request is applied',
    async ([from, to]) => {
      const { id } = await requests.inState(from)
      const before = await requests.everything()
      const answer = await requests.patch(id, { state: to, priority: 'P1', category: 'other' })
      const problem = expectProblem(answer, 409, 'invalid_state_transition')
      expect(problem).toMatchObject({ current_state: from, requested_state: to })
      expect((problem.allowed_transitions as State[]).toSorted()).toEqual(allowedFrom(from))
      expect(problem.message).toMatch(
        isInTable(from, to) ? /POST \/requests\/<id>\/(approve|reject)/ : /cannot become/,
      )
      expect(await requests.everything()).toEqual(before)
    },
  )

  test('to the current state changes nothing', async () => {
    for (const state of states) {
      const { id, version } = await requests.inState(state)
      const before = await requests.everything()
      expect(await requests.change(id, { state })).toMatchObject({ state, version })
      expect(await requests.everything()).toEqual(before)
    }
  })
})

describe('the action endpoints', () => {
  const calls = [
    ['approve', 'approved', ['submitted']],
    ['reject', 'rejected', ['submitted']],
    ['fulfil', 'fulfilled', ['approved', 'in_fulfillment']],
    ['fulfill', 'fulfilled', ['approved', 'in_fulfillment']],
  ] as const

  test.for(calls)('%s leads to %s only from %j', async ([verb, to, from]) => {
    const isDecision = isDecided(to)
    const as = isDecision ? requests.board : await app.tokenFor('itsm_agent')
    const call = (id: string) =>
      requests.act(id, verb, isDecision ? { comment: 'So be it' } : undefined, { as })
    for (const state of from)
      expect(expectOk<ServiceRequest>(await call((await requests.inState(state)).id), 200).state).toBe(to)
    for (const state of states.filter((other) => !from.some((allowed) => allowed === other))) {
      const { id } = await requests.inState(state)
      const before = await requests.everything()
      const problem = expectProblem(await call(id), 409, 'invalid_state_transition')
      expect(problem).toMatchObject({ current_state: state, requested_state: to })
      expect((problem.allowed_transitions as State[]).toSorted()).toEqual(allowedFrom(state))
      expect(await requests.everything()).toEqual(before)
    }
  })

  test('fulfil passes through in_fulfillment, and the history shows it', async () => {
    const { id } = await requests.inState('approved')
    const response = await requests.act(id, 'fulfil')
    expect(expectOk(response, 200)).toMatchObject({ state: 'fulfilled', version: 4 })
    expect(response.headers.etag).toBe('"4"')
    const steps = (await requests.history(id)).filter(({ field }) => field === 'state')
    expect(steps.map(({ to }) => to)).toEqual(['submitted', 'approved', 'in_fulfillment', 'fulfilled'])
  })

  test('fulfil applies to the version read, if If-Match is sent', async () => {
    const { id } = await requests.inState('approved')
    const before = await requests.everything()
    const stale = await requests.act(id, 'fulfil', undefined, { headers: { 'if-match': '"1"' } })
    expectProblem(stale, 412, 'precondition_failed')
    expect(await requests.everything()).toEqual(before)
    await requests.done(id, 'fulfil', undefined, { headers: { 'if-match': '"2"' } })
  })

  test('of many concurrent fulfil and cancel requests one wins', async () => {
    const { id } = await requests.inState('approved')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? requests.act(id, 'fulfil')
          : requests.patch(id, { state: 'cancelled' }, { headers: { 'if-match': '"2"' } }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const { state } = await requests.get(id)
    expect(countStatuses(answers)).toEqual(
      state === 'fulfilled' ? { 200: 1, 409: 4, 412: 5 } : { 200: 1, 409: 5, 412: 4 },
    )
  })
})
