import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import type { Problem } from '../../kernel/errors.ts'
import { allowedTransitions, checkTransition, states, type State } from './transitions.ts'

/** The transition table of the interface, row by row. */
const table = [
  ['new', 'in_progress'],
  ['in_progress', 'resolved'],
  ['resolved', 'closed'],
  ['new', 'cancelled'],
  ['in_progress', 'on_hold'],
  ['on_hold', 'in_progress'],
  ['resolved', 'reopened'],
  ['reopened', 'in_progress'],
]
const isInTable = (from: State, to: State) => table.some((row) => row[0] === from && row[1] === to)
const pairs = states.flatMap((from) => states.map((to): [State, State] => [from, to]))
const refused = pairs.filter(([from, to]) => from !== to && !isInTable(from, to))
const allowedFrom = (from: State) => states.filter((to) => isInTable(from, to))

const app = await startApp()
const incidents = driveIncidents(app)

function refusalOf(from: State, to: State): Problem | undefined {
  try {
    checkTransition(from, to)
    return undefined
  } catch (error) {
    return error as Problem
  }
}

test('there are 49 pairs: eight transitions, seven without a change, and the rest are refused', () => {
  expect([pairs.length, table.length, refused.length]).toEqual([49, 8, 34])
  for (const from of states) expect(allowedTransitions(from).toSorted()).toEqual(allowedFrom(from).toSorted())
  const verdicts = pairs.map(([from, to]) => [from, to, refusalOf(from, to)?.code])
  expect(verdicts).toEqual(
    pairs.map(([from, to]) => [
      from,
      to,
      from === to || isInTable(from, to) ? undefined : 'invalid_state_transition',
    ]),
  )
})

describe('through HTTP', () => {
  test.for(table as [State, State][])('from %s to %s is allowed', async ([from, to]) => {
    const before = await incidents.inState(from)
    expect(before.allowed_transitions.toSorted()).toEqual(allowedFrom(from).toSorted())
    const after = await incidents.change(before.id, { state: to })
    expect(after).toMatchObject({ state: to, version: before.version + 1 })
    expect(after.allowed_transitions.toSorted()).toEqual(allowedFrom(to).toSorted())
    expect((await incidents.list({ state: to, q: before.id })).data).toEqual([after])
  })

  test.for(refused)(
    'from %s to %s is refused, and nothing else of the request is applied',
    async ([from, to]) => {
      const { id } = await incidents.inState(from)
      const before = await incidents.everything()
      const patch = { state: to, priority: 'P1', short_description: 'Other', work_note: 'A note' }
      const problem = expectProblem(await incidents.patch(id, patch), 409, 'invalid_state_transition')
      expect(problem).toMatchObject({ current_state: from, requested_state: to })
      expect((problem.allowed_transitions as State[]).toSorted()).toEqual(allowedFrom(from).toSorted())
      expect(await incidents.everything()).toEqual(before)
    },
  )

  test('an unchanged state lets the other fields through, even if it is final', async () => {
    for (const state of states) {
      const { id } = await incidents.inState(state)
      expect(await incidents.change(id, { state, category: 'network' })).toMatchObject({
        state,
        category: 'network',
      })
    }
  })
})

test('a cancelled incident has the time of its cancellation after an edit, also one from before that was stored', async () => {
  const { id, updated_at } = await incidents.inState('cancelled')
  await incidents.change(id, { category: 'mail' })
  const cancelledAt = async () =>
    (await app.query(`select iso(cancelled_at) as at from incidents where id = '${id}'`))[0]
  expect(await cancelledAt()).toEqual({ at: updated_at })
  const migration = new URL('../../../migrations/0052_cancelled_at.sql', import.meta.url)
  const [fill] = (await readFile(migration, 'utf8')).match(
    /^alter table incidents disable.*enable trigger user;/ms,
  )!
  await app.query(`alter table incidents disable trigger user; update incidents set cancelled_at = null`)
  await app.query(fill)
  expect(await cancelledAt()).toEqual({ at: updated_at })
})
