import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveArticles } from '../../../test/articles.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { states, type State } from './transitions.ts'

const app = await startApp()
const articles = driveArticles(app)

/** Written by hand, so that a mistake in the source is noticed. */
const allowed: Record<State, State[]> = {
  draft: ['review', 'published'],
  review: ['draft', 'published'],
  published: ['draft', 'review', 'retired'],
  retired: ['draft'],
}
const steps = states.flatMap((from) => states.map((to) => ({ from, to })))

describe('a transition', () => {
  test.for(steps.filter(({ from, to }) => allowed[from].includes(to)))(
    'from $from to $to is allowed',
    async ({ from, to }) => {
      const before = await articles.inState(from)
      expect(before.allowed_transitions).toEqual(allowed[from])
      const after = await articles.change(before.id, { state: to, title: 'With it' })
      expect(after).toMatchObject({
        state: to,
        title: 'With it',
        version: before.version + 1,
        allowed_transitions: allowed[to],
      })
    },
  )

  test.for(steps.filter(({ from, to }) => from !== to && !allowed[from].includes(to)))(
    'from $from to $to is refused, with the rest of the request',
    async ({ from, to }) => {
      const { id } = await articles.inState(from)
      const before = await articles.everything()
      const problem = expectProblem(
        await articles.patch(id, { state: to, title: 'Not written' }),
        409,
        'invalid_state_transition',
      )
      expect(problem).toMatchObject({
        current_state: from,
        requested_state: to,
        allowed_transitions: allowed[from],
      })
      expect(await articles.everything()).toEqual(before)
    },
  )

  test.for([...states])('from %s to itself has no effect', async (state) => {
    const before = await articles.inState(state)
    expect(await articles.change(before.id, { state })).toEqual(before)
  })
})

test('the publication time is set on publication, kept on retirement, and cleared when it returns to draft', async () => {
  const { id } = await articles.create()
  const published = await articles.change(id, { state: 'published' })
  expect(published.published_at).toBe(published.updated_at)
  expect((await articles.change(id, { title: 'Better' })).published_at).toBe(published.published_at)
  expect((await articles.change(id, { state: 'retired' })).published_at).toBe(published.published_at)
  expect((await articles.change(id, { state: 'draft' })).published_at).toBeNull()
  const again = await articles.change(id, { state: 'published' })
  expect(again.published_at).toBe(again.updated_at)
  expect((await articles.change(id, { state: 'review' })).published_at).toBeNull()
})

test.for([1, 2, 3])('of many concurrent retire and restore requests one wins (round %d)', async () => {
  const { id, version } = await articles.inState('published')
  const target = (i: number): State => (i % 2 === 0 ? 'retired' : 'draft')
  const headers = { 'if-match': `"${version}"` }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      articles.patch(id, { state: target(i), title: `By ${i}` }, { headers }),
    ),
  )
  expect(countStatuses(answers)).toEqual({ 200: 1, 412: 19 })
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  const after = await articles.get(id)
  expect(after).toEqual(expectOk(answers[winner]!, 200))
  expect(after).toMatchObject({ state: target(winner), title: `By ${winner}`, version: version + 1 })
  expect((await articles.versions(id)).total).toBe(version + 1)
  const told = (await articles.history(id)).filter(
    ({ from, field }) => field === 'state' && from === 'published',
  )
  expect(told).toMatchObject([{ to: target(winner) }])
})

test('of many concurrent transitions without If-Match, invalid ones are refused', async () => {
  const { id } = await articles.inState('published')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => articles.patch(id, { state: i % 2 === 0 ? 'retired' : 'review' })),
  )
  const { state } = await articles.get(id)
  expect(['retired', 'review']).toContain(state)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(
    answers.map((_, i) => ((i % 2 === 0 ? 'retired' : 'review') === state ? 200 : 409)),
  )
})
