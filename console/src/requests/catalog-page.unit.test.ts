import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { CatalogItems } = await import('./catalog-page.tsx')

test('what is on the page stays there when it cannot be read again', () => {
  const queries = new QueryClient()
  queries.setQueryData(['profile'], { email: 'vera@example.com', roles: ['viewer'] })
  const pages = [{ data: [{ id: 'cat_1', name: 'Laptop', active: true }], total: 1 }]
  queries
    .getQueryCache()
    .build(queries, {
      queryKey: ['/catalog/items', 'list', { q: undefined, active: 'true', sort: 'name', order: 'asc' }],
    })
    .setState({
      data: { pages, pageParams: [{ index: 0 }] },
      status: 'error',
      error: new Error('Out of order'),
    })
  const html = renderToString(
    createElement(
      MantineProvider,
      null,
      createElement(QueryClientProvider, { client: queries }, createElement(CatalogItems, {})),
    ),
  )
  expect(html).toContain('Laptop')
  expect(html).toContain('Out of order')
})
