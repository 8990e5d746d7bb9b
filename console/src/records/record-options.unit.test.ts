import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { reloadFirstPage } = await import('../api/paused-list.ts')
const { recordOptions } = await import('./record-options.ts')

test('a list is reloaded from its first page after a record was looked up', async () => {
  const queries = new QueryClient()
  const [key, pages] = [
    ['/incidents', 'list', {}],
    [{ data: [{ id: 'INC0000001' }] }, { data: [] }],
  ]
  queries.setQueryData(key, { pages, pageParams: [{ index: 0 }, { index: 1 }] })
  queries.setQueryData(recordOptions('incident', '').queryKey, [{ id: 'INC0000001', title: 'Paper jam' }])
  await reloadFirstPage(queries, '/incidents')
  expect(queries.getQueryData(key)).toEqual({ pages: pages.slice(0, 1), pageParams: [{ index: 0 }] })
})
