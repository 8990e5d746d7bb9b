import { beforeAll, describe, expect, test } from 'vitest'
import type { CountedVote, Vote } from '../../../../../console/src/api/schema.d.ts'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveArticles, type Articles } from '../../../../test/articles.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { expectOk, walk, type ListPage } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { countStatuses } from '../../../../test/records.ts'

let app: TestApp
let articles: Articles
const voters: { email: string; token: string }[] = []
beforeAll(async () => {
  app = await startApp()
  articles = driveArticles(app)
  for (let i = 0; i < 12; i++) voters.push(await makeUser(app, 'viewer'))
})

const vote = (id: string, body: object, as: string) => articles.act(id, 'votes', body, { as })
const votes = async (id: string, query: Record<string, string> = {}) =>
  expectOk<ListPage<Vote>>(await articles.read(`${id}/votes`, { query }), 200)
const counts = async (id: string) => {
  const { helpful_count, unhelpful_count } = await articles.get(id)
  return [helpful_count, unhelpful_count]
}

test('a vote is counted, and the response has the totals', async () => {
  const { id } = await articles.publish()
  const [one, two] = [voters[0]!, voters[1]!]
  const first = expectOk<CountedVote>(await vote(id, { helpful: true, comment: 'Clear!' }, one.token), 200)
  expect(first).toEqual({
    article_id: id,
    voter: one.email,
    helpful: true,
    comment: 'Clear!',
    at: expect.stringMatching(/Z$/),
    helpful_count: 1,
    unhelpful_count: 0,
  })
  const second = expectOk<CountedVote>(await vote(id, { helpful: false }, two.token), 200)
  expect(second).toMatchObject({ comment: null, helpful_count: 1, unhelpful_count: 1 })
  expect(await counts(id)).toEqual([1, 1])
})

test('a second vote of the same user replaces the first', async () => {
  const { id } = await articles.publish()
  const [{ email, token }] = [voters[0]!]
  await vote(id, { helpful: true, comment: 'Clear!' }, token)
  expect(await counts(id)).toEqual([1, 0])
  await vote(id, { helpful: false }, token)
  expect(await counts(id)).toEqual([0, 1])
  await vote(id, { helpful: false, comment: 'Out of date' }, token)
  expect(await counts(id)).toEqual([0, 1])
  expect((await votes(id)).data).toMatchObject([{ voter: email, helpful: false, comment: 'Out of date' }])
})

test('a vote changes neither version nor update time, and is in the history', async () => {
  const before = await articles.publish()
  const { email, token } = voters[0]!
  await vote(before.id, { helpful: true }, token)
  await vote(before.id, { helpful: true }, token)
  await vote(before.id, { helpful: false, comment: 'No' }, token)
  const response = await articles.read(before.id)
  expect(response.json()).toEqual({ ...before, unhelpful_count: 1 })
  expect(response.headers.etag).toBe('"1"')
  expect((await articles.versions(before.id)).total).toBe(1)
  const told = (await articles.history(before.id)).filter(({ action }) => action === 'voted')
  expect(told.map(({ actor, field, from, to }) => [actor, field, from, to])).toEqual([
    [email, 'helpful', null, true],
    [email, 'helpful', true, false],
    [email, 'comment', null, 'No'],
  ])
})

test('an edit, a deletion of others and a restore keep the counts', async () => {
  const { id } = await articles.publish({ body: 'x' })
  for (const { token } of voters.slice(0, 3)) await vote(id, { helpful: true }, token)
  await articles.change(id, { body: 'y', state: 'review' })
  await articles.done(id, 'versions/1/restore')
  expect(await counts(id)).toEqual([3, 0])
})

test.for([1, 2, 3])('concurrent votes and edits are all counted exactly (round %d)', async () => {
  const { id } = await articles.publish()
  const helpful = (voter: number) => voter % 3 !== 0
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, i) =>
      i % 4 === 3
        ? articles.patch(id, { body: `${i}` })
        : vote(id, { helpful: helpful(i % voters.length) }, voters[i % voters.length]!.token),
    ),
  )
  expect(countStatuses(answers)).toEqual({ 200: 48 })
  const voted = voters.map((_, i) => i).filter((i) => i % 4 !== 3)
  const yes = voted.filter(helpful).length
  expect(await counts(id)).toEqual([yes, voted.length - yes])
  expect((await votes(id)).total).toBe(voted.length)
  expect((await articles.get(id)).version).toBe(13)
})

test('concurrent votes of one user count once', async () => {
  const { id } = await articles.publish()
  const { token } = voters[0]!
  await Promise.all(Array.from({ length: 20 }, (_, i) => vote(id, { helpful: i % 2 === 0 }, token)))
  const [yes, no] = await counts(id)
  expect(yes! + no!).toBe(1)
  expect((await votes(id)).data).toMatchObject([{ helpful: yes === 1 }])
})

describe('an invalid vote', () => {
  test.for<[object, string]>([
    [{}, 'helpful'],
    [{ helpful: null }, 'helpful'],
    [{ helpful: 'yes' }, 'helpful'],
    [{ helpful: 1 }, 'helpful'],
    [{ helpful: true, comment: 7 }, 'comment'],
    [{ helpful: true, comment: 'x'.repeat(10_001) }, 'comment'],
    [{ helpful: true, voter: 'x' }, 'voter'],
  ])('%o is refused with its name, and not counted', async ([body, field]) => {
    const { id } = await articles.publish()
    const before = await articles.everything()
    const { errors } = expectProblem(await vote(id, body, voters[0]!.token), 400, 'validation_error')
    expect(errors!.map((error) => error.field)).toEqual([field])
    expect(await articles.everything()).toEqual(before)
  })
})

describe('the votes', () => {
  test('with their comments are for editors, newest first, in pages, and filtered by verdict', async () => {
    const { id } = await articles.publish()
    for (const [i, { token }] of voters.slice(0, 5).entries())
      await vote(id, { helpful: i % 2 === 0, comment: `${i}` }, token)
    const comments = (found: Vote[]) => found.map(({ comment }) => comment)
    const read = (cursor?: string) => votes(id, { limit: '2', ...(cursor && { cursor }) })
    expect(comments((await walk(read)).flatMap(({ data }) => data)).toSorted()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ])
    const times = (await votes(id)).data.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(comments((await votes(id, { helpful: 'false' })).data).toSorted()).toEqual(['1', '3'])
    expect((await votes(id, { helpful: 'true' })).total).toBe(3)
    expectProblem(
      await articles.read(`${id}/votes`, { query: { helpful: 'maybe' } }),
      400,
      'validation_error',
    )
    const as = voters[0]!.token
    expectProblem(await articles.read(`${id}/votes`, { as }), 403, 'insufficient_role')
  })
})
