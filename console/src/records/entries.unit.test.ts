import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { Entries } = await import('./entries.tsx')

const list = { rows: ['one'], total: 10_000, error: null, retry: () => undefined, more: () => undefined }
const render = (changed: object) =>
  renderToString(
    createElement(
      MantineProvider,
      null,
      createElement(Entries<string>, {
        list: { ...list, ...changed },
        idOf: (id) => id,
        count: (n) => `${n} entries`,
        empty: '',
        children: (id) => id,
      }),
    ),
  )

test('a total that is not exact is not stated as one', () => {
  expect(render({})).toContain('>10000 entries<')
  expect(render({ isTotalBounded: true })).toContain('More than 10000 entries')
})

test('more can be shown until the last page', () => {
  expect(render({ hasMore: true })).toContain('Show more')
  expect(render({ hasMore: false })).not.toContain('Show more')
})
