import { beforeAll, describe, expect, test } from 'vitest'
import type { ClientList } from '../../../console/src/api/schema.d.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { expectProblem } from '../../test/problem.ts'

let app: TestApp
let total: number
beforeAll(async () => {
  app = await startApp()
  for (let i = 0; i < 30; i++)
    await app.call('POST', '/clients', { body: { name: `Client ${i % 5}`, roles: ['viewer'] } })
  // Equal sort values are needed, because they must be ordered by ID.
  await app.query(
    "update clients set created_at = '2026-01-01T00:00:00.123Z' where name in ('Client 1', 'Client 2')",
  )
  total = (await list()).total
})

const list = async (query: Record<string, string> = {}): Promise<ClientList> => {
  const response = await app.call('GET', '/clients', { query })
  expect(response.statusCode, `answer ${response.body}`).toBe(200)
  return response.json<ClientList>()
}

async function walk(query: Record<string, string>, between = async () => {}): Promise<ClientList[]> {
  const pages = [await list(query)]
  while (pages.at(-1)!.next_cursor) {
    await between()
    pages.push(await list({ ...query, cursor: pages.at(-1)!.next_cursor! }))
    if (pages.length > 100) throw new Error('The walk does not end')
  }
  return pages
}

const idsOf = (pages: ClientList[]) => pages.flatMap(({ data }) => data.map(({ id }) => id))
const stored = async (order = 'id') =>
  (await app.query<{ id: string }>(`select id from clients where deleted_at is null order by ${order}`)).map(
    ({ id }) => id,
  )

describe('paging by cursor', () => {
  const orders: Record<string, string>[] = [
    {},
    { order: 'asc' },
    { sort: 'name' },
    { sort: 'name', order: 'asc' },
    { sort: 'created_at', order: 'desc', limit: '1' },
  ]
  test.each(orders)('%o returns every record once, in order', async (query) => {
    const pages = await walk({ limit: '7', ...query })
    const { sort = 'created_at', order = 'desc' } = query
    expect(idsOf(pages)).toEqual(await stored(`${sort} ${order}, id ${order}`))
    expect(new Set(pages.map((page) => page.total))).toEqual(new Set([idsOf(pages).length]))
  })

  test('skips and repeats none while others are added and removed', async () => {
    const before = await stored()
    const doomed = (
      await app.call('POST', '/clients', { body: { name: 'Doomed', roles: ['viewer'] } })
    ).json<{
      id: string
    }>()
    let added = 0
    const pages = await walk({ limit: '7' }, async () => {
      const name = `Late ${added++}`
      await app.call('POST', '/clients', { body: { name, roles: ['viewer'] } })
      if (added === 1) await app.call('DELETE', `/clients/${doomed.id}`)
    })
    const ids = idsOf(pages)
    expect(added).toBeGreaterThan(2)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id !== doomed.id).toSorted()).toEqual(before.toSorted())
    total = (await list()).total
  })

  test('ends without a cursor or a link', async () => {
    const last = await app.call('GET', '/clients', { query: { limit: '200' } })
    expect(last.json()).not.toHaveProperty('next_cursor')
    expect(last.headers.link).toBeUndefined()
    expect(last.json<ClientList>().data).toHaveLength(total)
  })

  test('ends exactly when the last page is full', async () => {
    expect(await list({ limit: String(total) })).not.toHaveProperty('next_cursor')
    expect(await list({ limit: String(total - 1) })).toHaveProperty('next_cursor')
  })
})

test('the next page is also in the Link header, under the prefix of the request', async () => {
  for (const prefix of ['/prod/api', '/prod/api/v1']) {
    const { headers } = await app.call('GET', `${prefix}/clients?limit=5&sort=name&page=2`)
    const [, link] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link)) ?? []
    expect(link).toMatch(new RegExp(`^${prefix}/clients\\?`))
    const next = await app.call('GET', link!)
    expect(next.statusCode).toBe(200)
    const third = await app.call('GET', `${prefix}/clients?limit=5&sort=name&page=3`)
    expect(next.json<ClientList>().data).toEqual(third.json<ClientList>().data)
  }
})

describe('paging by number', () => {
  test('returns the same pages as paging by cursor', async () => {
    const walked = await walk({ limit: '7' })
    for (const [i, page] of walked.entries())
      expect((await list({ limit: '7', page: String(i + 1) })).data).toEqual(page.data)
  })

  test('beyond the end is empty, and the total stays exact', async () => {
    expect(await list({ page: '9999' })).toEqual({ data: [], total, limit: 25 })
    expect(await list({ page: '2147483647', limit: '200' })).toEqual({ data: [], total, limit: 200 })
  })
})

test('the default page size is 25 unless configured otherwise', async () => {
  expect(await list()).toMatchObject({ limit: 25 })
  const other = await startApp({ DEFAULT_PAGE_SIZE: '2' })
  await other.tokenFor('viewer')
  await other.tokenFor('viewer')
  const page = (await other.call('GET', '/clients')).json<ClientList>()
  expect(page).toMatchObject({ limit: 2, total: 3 })
  expect(page.data).toHaveLength(2)
  await other.close()
})

const refused: [query: string, field: string][] = [
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=201', 'limit'],
  ['limit=1000000000', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=', 'limit'],
  ...['0x10', '0b1', '0o7', '1e1', '1.0', '%201', '1%0A'].map((text): [string, string] => [
    `limit=${text}`,
    'limit',
  ]),
  ['limit=1.5', 'limit'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=x', 'page'],
  ['page=2147483648', 'page'],
  ['sort=roles', 'sort'],
  ['sort=name;drop table clients', 'sort'],
  ['order=ASC', 'order'],
  ['offset=5', 'offset'],
]
test.each(refused)('%s is refused', async (query, field) => {
  const problem = expectProblem(await app.call('GET', `/clients?${query}`), 400, 'validation_error')
  expect(problem.errors).toEqual([expect.objectContaining({ field })])
})

test('a filter that is given twice is told how to take several values', async () => {
  const answer = await app.call('GET', '/incidents?state=new&state=closed')
  const { errors } = expectProblem(answer, 400, 'validation_error')
  expect(errors).toMatchObject([
    { field: 'state', message: expect.stringMatching(/^state must be one or more of new, .* with commas/) },
  ])
})

describe('a cursor', () => {
  const take = async () => (await list({ limit: '7' })).next_cursor!
  const read = (cursor: string, more: Record<string, string> = {}, as?: string) =>
    app.call('GET', '/clients', { query: { limit: '7', cursor, ...more }, ...(as && { as }) })

  test('with any part changed is refused', async () => {
    const cursor = await take()
    const [payload, signature] = cursor.split('.') as [string, string]
    const flip = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    const forged = Buffer.from(JSON.stringify(['2000-01-01T00:00:00.000Z', 'a'])).toString('base64url')
    const tampered = [
      ...Array.from({ length: payload.length }, (_, i) => `${flip(payload, i)}.${signature}`),
      ...Array.from({ length: signature.length }, (_, i) => `${payload}.${flip(signature, i)}`),
      `${forged}.${signature}`,
      `${payload}.`,
      payload,
      `.${signature}`,
      `${cursor}.`,
      `${cursor}.x`,
      `${cursor}=`,
      `${cursor}A`,
      '',
      '.',
      'null',
      "' or 1=1 --",
      'x'.repeat(5000),
    ]
    for (const text of tampered) expectProblem(await read(text), 400, 'invalid_cursor')
    expect((await read(cursor)).statusCode).toBe(200)
  })

  test('of another caller is refused', async () => {
    const other = await app.tokenFor('super_admin')
    const problem = expectProblem(await read(await take(), {}, other), 400, 'invalid_cursor')
    expect(problem.errors?.[0]?.field).toBe('cursor')
  })

  test('under another sort or order is refused', async () => {
    const cursor = await take()
    expectProblem(await read(cursor, { sort: 'name' }), 400, 'invalid_cursor')
    expectProblem(await read(cursor, { order: 'asc' }), 400, 'invalid_cursor')
    expect((await read(cursor, { sort: 'created_at', order: 'desc' })).statusCode).toBe(200)
  })

  test('of another list, or under another filter, is refused', async () => {
    const cursor = await take()
    expectProblem(await app.call('GET', '/users', { query: { cursor } }), 400, 'invalid_cursor')
    for (const email of ['a@example.com', 'b@example.com'])
      await app.call('POST', '/users', { body: { email, roles: ['viewer'] } })
    const { next_cursor } = (await app.call('GET', '/users?limit=1&role=viewer')).json<ClientList>()
    expect((await app.call('GET', `/users?limit=1&role=viewer&cursor=${next_cursor}`)).statusCode).toBe(200)
    for (const filter of ['', 'role=auditor', 'role=viewer&active=true'])
      expectProblem(
        await app.call('GET', `/users?limit=1&${filter}&cursor=${next_cursor}`),
        400,
        'invalid_cursor',
      )
  })

  test('together with a page number is refused', async () => {
    const problem = expectProblem(await read(await take(), { page: '1' }), 400, 'validation_error')
    expect(problem.errors?.[0]?.field).toBe('page')
  })

  test('can be used with another limit, under both prefixes, and repeatedly', async () => {
    const cursor = await take()
    const first = (await read(cursor)).json<ClientList>()
    const short = (await read(cursor, { limit: '3' })).json<ClientList>()
    expect(short.data).toEqual(first.data.slice(0, 3))
    const alias = await app.call('GET', '/prod/api/clients', { query: { limit: '7', cursor } })
    expect(alias.json<ClientList>().data).toEqual(first.data)
  })
})
