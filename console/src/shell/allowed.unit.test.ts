import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)

test.each<[string, () => Promise<ComponentType>]>([
  ['an incident', async () => (await import('../incidents/new-incident-page.tsx')).NewIncidentPage],
  ['a change', async () => (await import('../changes/new-change-page.tsx')).NewChangePage],
  ['a configuration item', async () => (await import('../cmdb/new-ci-page.tsx')).NewCiPage],
  ['a catalogue item', async () => (await import('../requests/new-item-page.tsx')).NewItemPage],
])('the form of %s is not shown to those who may not create one', async (_, load) => {
  const queries = new QueryClient()
  queries.setQueryData(['profile'], { email: 'vera@example.com', roles: ['viewer'] })
  const page = createElement(await load())
  const html = renderToString(
    createElement(MantineProvider, null, createElement(QueryClientProvider, { client: queries }, page)),
  )
  expect(html).toContain('have access to this page')
})
