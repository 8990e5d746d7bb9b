import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { WorkList } = await import('./work-list.tsx')

const nothing = () => undefined

test('what no page lists can be shown to the end on My work', () => {
  const list = { rows: [{ id: 'INC0000001' }], total: 30, error: null, retry: nothing, more: nothing }
  const render = (hasMore: boolean) =>
    renderToString(
      createElement(
        MantineProvider,
        null,
        createElement(WorkList<{ id: string }>, {
          title: 'Watched',
          list: { ...list, hasMore },
          empty: '',
          children: ({ id }) => id,
        }),
      ),
    )
  expect(render(true)).toContain('Show more')
  expect(render(false)).not.toContain('Show more')
})
