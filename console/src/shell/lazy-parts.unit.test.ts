import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { oneOf, text, viewReader } from '../records/view.ts'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { pagesOf } = await import('./lazy-parts.ts')

const open = (address: string) => {
  const root = createRootRoute()
  const List = () => null
  const read = viewReader({ state: oneOf(['new', 'closed']), q: text })
  const list = pagesOf(root)('/list', () => Promise.resolve({ List }), 'List', read)
  const history = createMemoryHistory({ initialEntries: [address] })
  return createRouter({ routeTree: root.addChildren([list]), history, search: { strict: true } })
}

test('an invalid value in an address reaches neither the page nor the links on it', () => {
  const router = open('/list?state=nonsense&page_size=abc&q=vpn')
  const search = router.matchRoutes(router.latestLocation).at(-1)!.search as object
  expect(JSON.parse(JSON.stringify(search))).toEqual({ q: 'vpn' })
  const link = router.buildLocation({
    to: '.',
    search: (before: object) => ({ ...before, order: 'asc' }),
  } as never)
  expect(link.href).toBe('/list?q=vpn&order=asc')
})

test('a link with an invalid value leads to an address without it', () => {
  const router = open('/list')
  const href = '/list?state=nonsense&q=vpn&utm_source=mail'
  expect(router.buildLocation({ href, _includeValidateSearch: true } as never).href).toBe('/list?q=vpn')
})
