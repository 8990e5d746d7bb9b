import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Subject } from './subject.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (id: string) => {
  const subject = createElement(MantineProvider, null, createElement(Subject, { id }))
  return renderToString(createElement(RouterContextProvider, { router } as never, subject))
}

test.each([
  ['INC0000001', '/incidents/INC0000001'],
  ['CI0000001', '/cmdb/cis/CI0000001'],
])('the subject %s links to %s', (id, page) => expect(shown(id)).toContain(`href="${page}"`))

test('a subject without a page is no link', () => expect(shown('sla')).not.toContain('href'))
