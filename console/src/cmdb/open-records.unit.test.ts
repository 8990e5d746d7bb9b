import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)

test.each([
  ['incident', '/incidents'],
  ['change', '/changes'],
] as const)('the open %ss of an item are part of a list that events refresh', async (kind, path) => {
  const { useOpenRecords } = await import('./open-records.tsx')
  const queries = new QueryClient()
  const Part = () => String(useOpenRecords(kind, ['CI0000001'], '20').total)
  renderToString(createElement(QueryClientProvider, { client: queries }, createElement(Part)))
  const [list] = queries.getQueryCache().getAll()
  expect(list!.queryKey.slice(0, 2)).toEqual([path, 'list'])
  expect(list!.queryKey[2]).toMatchObject({ ci_id: 'CI0000001' })
})
