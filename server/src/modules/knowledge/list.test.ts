import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveArticles, type Article, type Articles } from '../../../test/articles.ts'
import { expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

let app: TestApp
let articles: Articles
let all: Article[]
const authors = ['Ada@Example.com', 'bob@example.com']
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

beforeAll(async () => {
  app = await startApp()
  articles = driveArticles(app)
  for (let i = 0; i < 30; i++)
    await articles.create({
      title: pick(['Reset', 'reset', 'Zebra', 'apple', 'Ümlaut'], i) + (i % 3 === 0 ? '' : ` ${i}`),
      category: pick(['access', 'mail', null, 'Ümläut & Co.'], i),
      tags: pick([[], ['vpn'], ['vpn', 'mfa'], ['mail', 'Übung']], i >> 1),
      state: pick(['published', 'published', 'draft', 'review'], i),
    })
  // Equal sort values are needed, because they must be ordered by ID; the days are far apart.
  await app.query(`update articles set created_at = '2026-01-01T00:00:00.123Z'::timestamptz
    + interval '1 day' * (substr(id, 3)::int / 5), updated_at = '2026-03-01T00:00:00Z'::timestamptz
    + interval '1 hour' * (substr(id, 3)::int % 7), helpful_count = substr(id, 3)::int % 4,
    author = case when substr(id, 3)::int % 2 = 0 then '${authors[0]}' else '${authors[1]}' end`)
  await articles.remove((await articles.publish({ category: 'mail' })).id)
  all = (await articles.list({ state: 'draft,review,published,retired', limit: '200' })).data
})

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
const byId = (found: { id: string }[]) => idsOf(found).toSorted()

type Filter = [query: Record<string, string>, holds: (article: Article) => boolean]
const every = { state: 'draft,review,published,retired' }
const filters: Filter[] = [
  [{}, () => true],
  [{ state: 'draft' }, ({ state }) => state === 'draft'],
  [{ state: 'draft,review' }, ({ state }) => state !== 'published'],
  [every, () => true],
  [{ category: 'mail' }, ({ category }) => category === 'mail'],
  [{ category: 'access,Ümläut & Co.' }, ({ category }) => ['access', 'Ümläut & Co.'].includes(category!)],
  [{ category: 'MAIL' }, () => false],
  [{ tag: 'vpn' }, ({ tags }) => tags.includes('vpn')],
  [{ tag: 'mfa,Übung' }, ({ tags }) => tags.includes('mfa') || tags.includes('Übung')],
  [{ tag: 'vp' }, () => false],
  [{ author: authors[0]! }, ({ author }) => author === authors[0]],
  [{ author: 'ADA@example.com' }, ({ author }) => author === authors[0]],
  [{ author: authors.join(',') }, () => true],
  [{ created_after: '2026-01-03T00:00:00.123Z' }, (a) => a.created_at > '2026-01-03T00:00:00.123Z'],
  [{ created_before: '2026-01-03T00:00:00.123Z' }, (a) => a.created_at < '2026-01-03T00:00:00.123Z'],
  [{ updated_after: '2026-03-01T03:00:00Z' }, (a) => a.updated_at > '2026-03-01T03:00:00.000Z'],
  [{ updated_before: '2026-03-01T04:00:00+01:00' }, (a) => a.updated_at < '2026-03-01T03:00:00.000Z'],
]

describe('filters', () => {
  test('combine with AND, alone and in every pair', async () => {
    for (const [one, holdsOne] of filters)
      for (const [other, holdsOther] of filters) {
        if (one !== other && Object.keys(one).some((name) => name in other)) continue
        const query: Record<string, string> = { ...one, ...other, limit: '200' }
        const isShown = ({ state }: Article) => query.state !== undefined || state === 'published'
        const ids = byId(all.filter((a) => isShown(a) && holdsOne(a) && holdsOther(a)))
        const { data, total } = await articles.list(query)
        expect({ query, ids: byId(data), total }).toEqual({ query, ids, total: ids.length })
      }
  })

  test('return the same article as a single read', async () => {
    for (const article of all.slice(0, 5)) expect(await articles.get(article.id)).toEqual(article)
  })

  test.for([
    'state=open',
    'state=',
    'category=',
    'tag=',
    'author=',
    'created_after=yesterday',
    'updated_before=2026-02-30T00:00:00Z',
    'sort=id',
    'sort=search',
    'sort=unhelpful',
    'order=up',
    'limit=0',
    'limit=201',
    'page=0',
    'colour=red',
    'include_deleted=true',
    `q=${'x'.repeat(501)}`,
  ])('in a wrong format (%s) are refused by name', async (query) => {
    const problem = expectProblem(
      await app.call('GET', `/knowledge/articles?${query}`),
      400,
      'validation_error',
    )
    expect(problem.errors!.map(({ field }) => field)).toContain(query.split('=')[0])
  })

  test('by relevance need a query', async () => {
    for (const query of ['sort=relevance', 'sort=relevance&q=', 'sort=relevance&q=%20']) {
      const refused = await app.call('GET', `/knowledge/articles?${query}`)
      expect(expectProblem(refused, 400, 'validation_error').errors![0]!.field).toBe('sort')
    }
  })
})

type Key = (article: Article) => string | number
const keys: Record<string, Key> = {
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
  title: ({ title }) => title.toLowerCase(),
  helpful: ({ helpful_count }) => helpful_count,
}

/** As the embedded database compares: by code point. */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))

const sorted = (sort: string, order: string) => {
  const key = keys[sort]!
  const ascending = all.toSorted((a, b) => compare(key(a), key(b)) || compare(a.id, b.id))
  return idsOf(order === 'asc' ? ascending : ascending.toReversed())
}

describe('the order', () => {
  const orders = Object.keys(keys).flatMap((sort) => ['asc', 'desc'].map((order) => ({ sort, order })))

  test.for(orders)('by $sort $order, ties by ID, is stable in pages by number and by cursor', async (by) => {
    const expected = sorted(by.sort, by.order)
    for (const limit of ['1', '7', '30', '200']) {
      const query = { ...by, ...every, limit }
      const pages = await walk((cursor) => articles.list({ ...query, ...(cursor && { cursor }) }))
      expect(idsOf(pages.flatMap(({ data }) => data))).toEqual(expected)
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([30]))
      const numbered: string[] = []
      for (let page = 1; page <= pages.length; page++)
        numbered.push(...idsOf((await articles.list({ ...query, page: String(page) })).data))
      expect(numbered).toEqual(expected)
    }
  })

  test('is newest first by default', async () => {
    expect(idsOf((await articles.list({ ...every, limit: '200' })).data)).toEqual(
      sorted('created_at', 'desc'),
    )
  })

  test('exposes no internal sort values', async () => {
    for (const sort of Object.keys(keys))
      for (const article of (await articles.list({ sort, limit: '2' })).data) {
        expect(article).not.toHaveProperty('sort_key')
        expect(article).not.toHaveProperty('search')
        expect(article).not.toHaveProperty('author_id')
      }
  })
})

describe('a cursor', () => {
  test('is bound to the list, its filters, its order and its reader', async () => {
    const query = { category: 'access', sort: 'title', order: 'asc', limit: '2' }
    const cursor = (await articles.list(query)).next_cursor!
    const viewer = await app.tokenFor('viewer')
    const wrong: [Record<string, string>, string?][] = [
      [{ category: 'mail' }],
      [{ tag: 'vpn' }],
      [{ state: 'draft' }],
      [{ q: 'reset' }],
      [{ sort: 'created_at' }],
      [{ order: 'desc' }],
      [{ cursor: `${cursor}x` }],
      [{ cursor: '' }],
      [{}, viewer],
    ]
    for (const [more, as] of wrong) {
      const asked = { query: { ...query, cursor, ...more }, ...(as && { as }) }
      expectProblem(await app.call('GET', '/knowledge/articles', asked), 400, 'invalid_cursor')
    }
    const both = await app.call('GET', '/knowledge/articles', { query: { ...query, cursor, page: '2' } })
    expect(expectProblem(both, 400, 'validation_error').errors![0]!.field).toBe('page')
  })

  test('skips and repeats nothing while others write', async () => {
    const seen: string[] = []
    const before = idsOf((await articles.list({ limit: '200' })).data)
    let page = await articles.list({ limit: '2' })
    for (;;) {
      seen.push(...idsOf(page.data))
      await articles.publish({ title: 'Newer' })
      if (!page.next_cursor) break
      page = await articles.list({ limit: '2', cursor: page.next_cursor })
    }
    expect(seen).toEqual(before)
  })

  test('works for the longest possible title', async () => {
    for (let i = 0; i < 3; i++) await articles.publish({ title: '🚒'.repeat(255), category: 'long' })
    const read = (cursor?: string) =>
      articles.list({ category: 'long', sort: 'title', limit: '1', ...(cursor && { cursor }) })
    expect((await walk(read)).flatMap(({ data }) => data)).toHaveLength(3)
  })

  test('is also in the Link header', async () => {
    const response = await app.call('GET', '/knowledge/articles', { query: { q: 'reset', limit: '2' } })
    const next = /^<(.*)>; rel="next"$/.exec(String(response.headers.link))![1]!
    const followed = expectOk<ListPage<Article>>(await app.call('GET', next), 200)
    const first = expectOk<ListPage<Article>>(response, 200)
    expect(followed.total).toBe(first.total)
    expect(idsOf(followed.data)).not.toEqual(expect.arrayContaining(idsOf(first.data)))
  })
})
