import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { putInLists } = await import('./paused-list.ts')

test('a row of a list is replaced by the same or a later version, not by an earlier one', () => {
  const queries = new QueryClient()
  const list = ['/incidents', 'list', {}]
  const pages = [{ data: [{ id: 'INC1', version: 2, state: 'new' }, { id: 'INC2' }] }]
  queries.setQueryData(list, { pages, pageParams: [] })
  const rows = () => queries.getQueryData<{ pages: typeof pages }>(list)!.pages[0]!.data
  const put = (record: { id: string; version?: number; state: string }) => {
    putInLists(queries, '/incidents', record)
    return rows().find(({ id }) => id === record.id)
  }
  expect(put({ id: 'INC1', version: 3, state: 'resolved' })).toMatchObject({ state: 'resolved' })
  expect(put({ id: 'INC1', version: 2, state: 'in_progress' })).toMatchObject({ state: 'resolved' })
  expect(put({ id: 'INC1', version: 3, state: 'closed' })).toMatchObject({ state: 'closed' })
  expect(put({ id: 'INC2', state: 'new' })).toMatchObject({ state: 'new' })
})
