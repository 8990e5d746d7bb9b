import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { RecordLink } = await import('./record-link.tsx')

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (id: string) => {
  const link = createElement(MantineProvider, null, createElement(RecordLink, { id, title: 'Its title' }))
  return renderToString(createElement(RouterContextProvider, { router } as never, link))
}

test.each([
  ['INC0000001', '/incidents/INC0000001'],
  ['INCA000001', '/incidents/INCA000001'],
  ['CI0000001', '/cmdb/cis/CI0000001'],
  ['KB0000001', '/knowledge/KB0000001'],
])('%s leads to %s', (id, page) => {
  expect(shown(id)).toContain(`href="${page}"`)
  expect(shown(id)).toContain('Its title')
})

test('what has no page is no link', () => expect(shown('sla')).not.toContain('href'))
