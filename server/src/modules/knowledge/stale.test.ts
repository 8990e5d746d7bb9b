import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveArticles, type Article } from '../../../test/articles.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const articles = driveArticles(app)

const stale = async (query: Record<string, string> = {}, as?: string): Promise<ListPage<Article>> =>
  expectOk(await app.call('GET', '/knowledge/articles/stale', { query, ...(as && { as }) }), 200)
const idsOf = ({ data }: ListPage<Article>) => data.map(({ id }) => id)

const age = (id: string, column: 'updated_at' | 'reviewed_at', months: number) =>
  app.query(`update articles set ${column} = now() - interval '${months} months 1 hour' where id = '${id}'`)

/** An article changed so many months ago. */
const aged = async (months: number, body: object = {}): Promise<Article> => {
  const made = await articles.publish(body)
  await age(made.id, 'updated_at', months)
  return articles.get(made.id)
}

test('contains articles not changed or reviewed for six months, or for the given number', async () => {
  const [young, old, older] = [await aged(5), await aged(6), await aged(13)]
  const reviewed = await aged(13)
  await age(reviewed.id, 'reviewed_at', 2)
  expect(idsOf(await stale()).toSorted()).toEqual([old.id, older.id])
  expect(idsOf(await stale({ months: '5' })).toSorted()).toEqual([young.id, old.id, older.id])
  expect(idsOf(await stale({ months: '12' }))).toEqual([older.id])
  expect(idsOf(await stale({ months: '2' }))).toContain(reviewed.id)
  expect((await stale({ months: '12' })).data).toEqual([await articles.get(older.id)])
  for (const { id } of [young, old, older, reviewed]) await articles.remove(id)
})

test('contains only published articles, and no deleted ones', async () => {
  const draft = await articles.create()
  const retired = await articles.inState('retired')
  for (const { id } of [draft, retired]) await age(id, 'updated_at', 9)
  const deleted = await aged(9)
  await articles.remove(deleted.id)
  await age(deleted.id, 'updated_at', 9)
  expect(await stale()).toEqual({ data: [], total: 0, limit: 25 })
})

test('begins with the least helpful ones, in pages', async () => {
  const made: Article[] = []
  for (const unhelpful of [2, 0, 5, 2, 1]) {
    const article = await aged(7)
    await app.query(`update articles set unhelpful_count = ${unhelpful} where id = '${article.id}'`)
    made.push(article)
  }
  const [two, none, five, twoAgain, one] = made.map(({ id }) => id)
  const expected = [five, twoAgain, two, one, none]
  expect(idsOf(await stale())).toEqual(expected)
  const pages = await walk((cursor) => stale({ limit: '2', ...(cursor && { cursor }) }))
  expect(pages.flatMap(idsOf)).toEqual(expected)
  const byAge = await stale({ sort: 'updated_at', order: 'asc' })
  expect(byAge.data.map(({ updated_at }) => updated_at)).toEqual(
    byAge.data.map((a) => a.updated_at).toSorted(),
  )
  for (const { id } of made) await articles.remove(id)
})

test('is available to every reader, because it contains only published articles', async () => {
  const { id } = await aged(7)
  expect(idsOf(await stale({}, await app.tokenFor('viewer')))).toEqual([id])
  await articles.remove(id)
})

test('omits articles that an editor reviews or updates', async () => {
  const [reviewed, changed] = [await aged(8, { body: 'Still true' }), await aged(8)]
  expect((await stale()).total).toBe(2)
  const editor = await makeUser(app, 'knowledge_editor')
  const response = await articles.act(reviewed.id, 'review', undefined, { as: editor.token })
  const after = expectOk<Article>(response, 200)
  expect(after).toEqual({
    ...reviewed,
    version: 2,
    reviewed_at: after.updated_at,
    updated_at: after.updated_at,
    updated_by: editor.email,
  })
  expect(after.updated_at > reviewed.updated_at).toBe(true)
  expect(response.headers.etag).toBe('"2"')
  await articles.change(changed.id, { body: 'New' })
  expect((await stale()).total).toBe(0)
  const told = (await articles.history(reviewed.id)).filter(({ action }) => action === 'reviewed')
  expect(told.map(({ actor, field, from, to }) => [actor, field, from, to])).toEqual([
    [editor.email, 'reviewed_at', null, after.reviewed_at],
  ])
})

test.for(['months=0', 'months=121', 'months=1.5', 'months=x', 'sort=title', 'state=draft', 'limit=0'])(
  'with %s is refused with its name',
  async (query) => {
    const refused = await app.call('GET', `/knowledge/articles/stale?${query}`)
    const { errors } = expectProblem(refused, 400, 'validation_error')
    expect(errors!.map(({ field }) => field)).toEqual([query.split('=')[0]])
  },
)
