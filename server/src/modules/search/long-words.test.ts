import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { expectOk, type ListPage } from '../../../test/incidents.ts'

const app = await startApp()

const kinds: [path: string, title: string, text: string][] = [
  ['/incidents', 'short_description', 'description'],
  ['/changes', 'short_description', 'description'],
  ['/requests', 'short_description', 'description'],
  ['/knowledge/articles', 'title', 'body'],
]

/** On each of these PostgreSQL's parser, or its normalize(), spends a time that grows with the square of the length. */
const slow = ['a_', '1_', './', '/~', '<!-- ', '\u05b7\u05b0']

const repeated = (part: string) => part.repeat(90_000 / part.length)

describe.for(kinds)('%s', ([path, title, text]) => {
  test.for(slow)('stores and finds a text that repeats %j', async (part) => {
    const body = `${repeated(part)} zebra`
    const made = await app.call('POST', path, { body: { [title]: `Long ${part}`, [text]: body } })
    const { id, version } = expectOk<{ id: string; version: number }>(made, 201)
    expect(expectOk<Record<string, unknown>>(await app.call('GET', `${path}/${id}`), 200)[text]).toBe(body)
    const state: Record<string, string> = path === '/knowledge/articles' ? { state: 'draft' } : {}
    const found = async (q: string) =>
      expectOk<ListPage<{ id: string }>>(
        await app.call('GET', path, { query: { q, limit: '200', ...state } }),
        200,
      ).data.some((record) => record.id === id)
    expect(await found('zebra')).toBe(true)

    const changed = { [text]: `${repeated(part)} giraffe` }
    const headers = { 'if-match': `"${version}"` }
    expectOk(await app.call('PATCH', `${path}/${id}`, { body: changed, headers }), 200)
    expect(await found('giraffe')).toBe(true)
    expect(await found('zebra')).toBe(false)
  })
})

test('a long line of JSON and a usual address are read as before', async () => {
  const json = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ host: `web-${i}`, path: '/a/b' })))
  const address = 'https://wiki.example.com/pages/network/berlin/vpn?from=incident&view=full'
  const description = `${json} ${address}`
  const [read] = await app.query<{ is_same: boolean }>(
    `select to_tsvector('english', with_bounded_words('${description}')) = to_tsvector('english', '${description}') as is_same`,
  )
  expect(read).toEqual({ is_same: true })
})
