import { expect, test } from 'vitest'
import { days, flag, listReader } from '../records/list-reader.ts'
import { among } from '../records/view.ts'
import { pageOfQuery } from './page-of-query.ts'

const readers = {
  '/incidents': listReader(
    {
      state: among(['new', 'closed']),
      unassigned: flag,
      ...days('resolved'),
    },
    ['priority'],
  ),
  '/cmdb': listReader({ status: among(['operational']) }, []),
}
const pageOf = (query: string) =>
  pageOfQuery(`/prod/api/v1${query}`, (page) => readers[page as keyof typeof readers])

const week = 'created_after=2026-11-08T23:59:59.999Z&created_before=2026-11-16T00:00:00.000Z'

test.each([
  ['/incidents?state=new&unassigned=true', '/incidents', { state: 'new', unassigned: true }],
  ['/incidents?sort=priority&order=asc&limit=5', '/incidents', { sort: 'priority', order: 'asc' }],
  [`/incidents?${week}`, '/incidents', { created_from: '2026-11-09Z', created_to: '2026-11-15Z' }],
  [
    `/incidents?${week.replaceAll('created', 'resolved')}`,
    '/incidents',
    { resolved_from: '2026-11-09Z', resolved_to: '2026-11-15Z' },
  ],
  ['/incidents?unassigned=false', '/incidents', { unassigned: false }],
  [
    '/incidents?created_after=2026-11-08T10:15:00.000Z',
    '/incidents',
    { created_from: '2026-11-08T10:15:00.000Z' },
  ],
  ['/incidents', '/incidents', { show: 'all' }],
  ['/cmdb/cis?status=operational', '/cmdb', { status: 'operational' }],
  ['/cmdb/cis/CI0000001/impact', '/cmdb/cis/CI0000001', { tab: 'impact' }],
  ['/cmdb/cis/CI0000001/history', '/cmdb/cis/CI0000001', {}],
])('%s is shown on %s', (query, to, search) => {
  const page = pageOf(query)
  expect(page?.to).toBe(to)
  // Where days begin at the same time as in UTC, they are written without a Z.
  expect(JSON.parse(JSON.stringify(page?.search).replaceAll(/(-\d\d)"/g, '$1Z"'))).toEqual(search)
})

test.each([
  '/incidents?state=on_hold',
  '/incidents?state=new,on_hold',
  '/incidents?resolved_by=x',
  '/incidents?sort=category&order=asc',
  '/cmdb/cis?resolved_after=2026-11-08T23:59:59.999Z',
  '/incidents/INC0000001',
])('no page shows exactly %s', (query) => {
  expect(pageOf(query)).toBeUndefined()
})
