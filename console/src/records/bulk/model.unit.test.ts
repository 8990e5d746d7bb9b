import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { filterOrAll } = await import('./model.ts')

test('all records of a list without filters are chosen, whatever the clock of the browser says', () => {
  expect(filterOrAll({})).toEqual({ created_after: '0001-01-01T00:00:00Z' })
  expect(filterOrAll({ state: 'new' })).toEqual({ state: 'new' })
})
