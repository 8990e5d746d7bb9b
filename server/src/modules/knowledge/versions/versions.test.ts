import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveArticles, type Article, type Version } from '../../../../test/articles.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { expectOk, walk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const articles = driveArticles(app)

const textOf = ({ title, body, category, tags, state }: Article | Version) => ({
  title,
  body,
  category,
  tags,
  state,
})

/** An article with four versions, by two people. */
async function makeFour() {
  const [ada, bob] = [await makeUser(app, 'knowledge_editor'), await makeUser(app, 'itsm_manager')]
  const first = { title: 'One', body: 'First\r\n', category: 'a', tags: ['x', 'y'] }
  const made = await articles.create(first, { as: ada.token })
  const changes: [object, string][] = [
    [{ body: 'Second', tags: [] }, bob.token],
    [{ state: 'published' }, bob.token],
    [{ title: 'Four', category: null }, ada.token],
  ]
  const states = [made]
  for (const [body, as] of changes) states.push(await articles.change(made.id, body, { as }))
  return { id: made.id, states, authors: [ada.email, bob.email, bob.email, ada.email] }
}

describe('every version', () => {
  test('is kept with its text, author and time', async () => {
    const { id, states, authors } = await makeFour()
    for (const [i, state] of states.entries())
      expect(await articles.version(id, i + 1)).toEqual({
        version: i + 1,
        author: authors[i],
        at: state.updated_at,
        ...textOf(state),
      })
  })

  test('is in the list, newest first, including the current one', async () => {
    const { id, states, authors } = await makeFour()
    const expected = states
      .map(({ version, title, state, updated_at }, i) => ({
        version,
        title,
        state,
        author: authors[i],
        at: updated_at,
      }))
      .toReversed()
    expect(await articles.versions(id)).toEqual({ data: expected, total: 4, limit: 25 })
    for (const [order, sorted] of [
      ['desc', expected],
      ['asc', expected.toReversed()],
    ] as const) {
      const read = (cursor?: string) =>
        articles.versions(id, { query: { limit: '1', order, ...(cursor && { cursor }) } })
      expect((await walk(read)).flatMap(({ data }) => data)).toEqual(sorted)
    }
  })

  test('is created by a change; an update without changes or a refused one creates none', async () => {
    const { id } = await articles.create({ title: 'One' })
    await articles.patch(id, { title: 'One' })
    await articles.patch(id, { state: 'retired', title: 'Two' })
    await articles.patch(id, { title: '' })
    await articles.patch(id, { title: 'Two' }, { headers: { 'if-match': '"9"' } })
    await articles.act(id, 'votes', { helpful: true })
    expect((await articles.versions(id)).data.map(({ version }) => version)).toEqual([1])
  })

  test('is kept when many write concurrently', async () => {
    const { id } = await articles.create({ body: '0' })
    await Promise.all(Array.from({ length: 20 }, (_, i) => articles.patch(id, { body: `${i + 1}` })))
    expect((await articles.get(id)).version).toBe(21)
    const bodies = await Promise.all(
      Array.from({ length: 21 }, async (_, i) => (await articles.version(id, i + 1)).body),
    )
    expect(bodies[0]).toBe('0')
    expect(bodies.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, i) => i))
  })

  test('that does not exist is a 404', async () => {
    const { id } = await articles.create()
    for (const version of ['2', '99', '2147483647'])
      expectProblem(await articles.read(`${id}/versions/${version}`), 404, 'not_found')
    for (const version of ['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999']) {
      const { errors } = expectProblem(
        await articles.read(`${id}/versions/${version}`),
        400,
        'validation_error',
      )
      expect(errors![0]!.field).toBe('version')
    }
  })
})

describe('a restore', () => {
  test('creates a new version with the old text and keeps the state', async () => {
    const { id, states } = await makeFour()
    const editor = await makeUser(app, 'knowledge_editor')
    const response = await articles.act(id, 'versions/1/restore', undefined, { as: editor.token })
    const restored = expectOk<Article>(response, 200)
    expect(textOf(restored)).toEqual({ ...textOf(states[0]!), state: 'published' })
    expect(restored).toMatchObject({ version: 5, updated_by: editor.email, author: states[0]!.author })
    expect(restored.published_at).toBe(states[2]!.published_at)
    expect(response.headers.etag).toBe('"5"')
    expect(textOf(await articles.version(id, 4))).toEqual(textOf(states[3]!))
    expect((await articles.list({ q: 'first', state: 'published' })).data.map((found) => found.id)).toContain(
      id,
    )
    const last = (await articles.history(id)).filter(({ action }) => action === 'restored')
    expect(last.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['title', 'Four', 'One'],
      ['body', 'Second', 'First\r\n'],
      ['category', null, 'a'],
      ['tags', [], ['x', 'y']],
    ])
  })

  test('of the current text changes nothing', async () => {
    const { id, states } = await makeFour()
    const before = await articles.everything()
    expect(await articles.done(id, 'versions/4/restore')).toEqual(states[3])
    expect(await articles.everything()).toEqual(before)
  })

  test('of a missing version, or without permission, changes nothing', async () => {
    const { id } = await makeFour()
    const as = await app.tokenFor('itsm_agent')
    const before = await articles.everything()
    expectProblem(await articles.act(id, 'versions/9/restore'), 404, 'not_found')
    expectProblem(await articles.act(id, 'versions/0/restore'), 400, 'validation_error')
    expectProblem(await articles.act(id, 'versions/1/restore', undefined, { as }), 403, 'insufficient_role')
    expect((await articles.everything())[0]).toEqual(before[0])
  })
})
