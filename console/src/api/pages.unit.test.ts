import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { listOptions, readAll } = await import('./pages.ts')

const last = 8

/** One row a page; its cursor is its number. */
const read = (_: string, __: object, cursor = '1') =>
  Promise.resolve({
    data: [{ id: cursor }],
    total: last,
    ...(cursor !== String(last) && { next_cursor: String(Number(cursor) + 1) }),
  })

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id))

test.each([
  ['a list with a button for more keeps what it has shown', {}, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['a table keeps the pages around the visible rows', { isVirtual: true }, [3, 4, 5, 6, 7, 8]],
])('%s', async (_, options, ids) => {
  const list = listOptions('/audit', {}, options, read as never)
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...list, pages: last })
  expect(idsOf(pages.flatMap(({ data }) => data))).toEqual(ids)
})

test('all pages are read', async () => {
  const rows = await readAll('/webhooks/outbound', {}, new AbortController().signal, read as never)
  expect(idsOf(rows)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
