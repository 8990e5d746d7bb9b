import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ComponentType, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)

/** In one file, because a worker takes a second to load what all pages need. */
const render = (queries: QueryClient, page: ReactElement) =>
  renderToString(
    createElement(MantineProvider, null, createElement(QueryClientProvider, { client: queries }, page)),
  )

test.each<[string, () => Promise<ComponentType>]>([
  ['an incident', async () => (await import('../incidents/new-incident-page.tsx')).NewIncidentPage],
  ['a change', async () => (await import('../changes/new-change-page.tsx')).NewChangePage],
  ['a configuration item', async () => (await import('../cmdb/new-ci-page.tsx')).NewCiPage],
  ['a catalogue item', async () => (await import('../requests/new-item-page.tsx')).NewItemPage],
])('the form of %s is not shown to those who may not create one', async (_, load) => {
  const queries = new QueryClient()
  queries.setQueryData(['profile'], { email: 'vera@example.com', roles: ['viewer'] })
  const page = createElement(await load())
  expect(render(queries, page)).toContain('have access to this page')
})

test('what is on the page stays there when it cannot be read again', async () => {
  const { CatalogItems } = await import('../requests/catalog-page.tsx')
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
  const html = render(queries, createElement(CatalogItems, {}))
  expect(html).toContain('Laptop')
  expect(html).toContain('Out of order')
})

test('of a made-up address only what says something is shown', async () => {
  const { PersonName } = await import('../records/person.tsx')
  const shown = (email: string) => {
    const queries = new QueryClient()
    queries.setQueryData(['/people', 'one', email], null)
    return render(queries, createElement(PersonName, { email, withoutInitials: true }))
  }
  expect(shown('alerts-of-production.wh_in_1@webhooks.mainstay.local')).toContain('>alerts-of-production<')
  expect(shown('client_1@clients.mainstay.local')).toContain('>client_1<')
  expect(shown('ada.l@example.com')).toContain('>ada.l@example.com<')
})
