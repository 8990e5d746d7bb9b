import { describe, expect, test } from 'vitest'
import { flag, listReader } from './list-reader.ts'
import {
  addressOf,
  fromFilters,
  isSame,
  toBulkFilter,
  toFilters,
  toQuery,
  valuesIn,
  type Filter,
} from './list-view.ts'
import { among, filterTime, text } from './view.ts'

const filters: readonly Filter[] = [
  { name: 'state', label: 'State', kind: 'choice' },
  { name: 'assigned_to', label: 'Assignee', kind: 'person' },
  { name: 'unassigned', label: 'Unassigned', kind: 'flag' },
  { name: 'created_from', label: 'From', kind: 'from', query: 'created_after' },
  { name: 'created_to', label: 'To', kind: 'to', query: 'created_before' },
]
const read = listReader({ state: among(['new', 'closed']), assigned_to: text, unassigned: flag }, [
  'created_at',
])
const open = { state: 'new' }

describe('the address of a list', () => {
  test('ignores unknown names and invalid values', () => {
    const search = { q: 404, state: 'new,lost,closed', sort: 'size', order: 'up', unassigned: true, utm: 'x' }
    expect(read(search)).toEqual({ q: '404', state: 'new,closed', unassigned: true })
    expect(read({ created_from: '2026-02-31x', show: 'none', jobs: 'job_1', unassigned: 'yes' })).toEqual({
      jobs: 'job_1',
    })
    expect(read({ sort: 'created_at,created_at', order: 'asc,desc', show: 'all,all' })).toEqual({})
  })

  test('opens a view if it has no filters, and everything only if it says so', () => {
    expect(valuesIn(read({ utm: 'x', view: 'view_1', jobs: 'job_1' }), open)).toEqual({ state: 'new' })
    expect(valuesIn(read({ show: 'all' }), open)).toEqual({})
    expect(valuesIn(read({ unassigned: false, utm: 'x' }), open)).toEqual({ unassigned: false })
    expect(addressOf({ state: undefined })).toEqual({ show: 'all' })
    expect(addressOf({ state: 'new', q: undefined })).toEqual({ state: 'new' })
  })
})

describe('the query of a list', () => {
  test('replaces "me" with the email address of the user', () => {
    expect(
      toQuery(filters, { assigned_to: 'me,bob@example.com', unassigned: true }, 'ada@example.com'),
    ).toEqual({
      assigned_to: 'ada@example.com,bob@example.com',
      unassigned: 'true',
    })
  })

  test('has days in UTC where reports count them, also in a saved view', () => {
    const days = { created_from: '2026-03-01Z', created_to: '2026-03-02Z' }
    const query = toQuery(filters, days, '')
    expect(query).toEqual({
      created_after: '2026-02-28T23:59:59.999Z',
      created_before: '2026-03-03T00:00:00.000Z',
    })
    const local = { created_from: '2026-03-01', created_to: '2026-03-02' }
    const isUtcHere = new Date(2026, 2, 1).getTime() === Date.UTC(2026, 2, 1)
    expect(fromFilters(filters, query)).toEqual(isUtcHere ? local : days)
    expect(fromFilters(filters, toQuery(filters, local, ''))).toEqual(local)
    expect([
      filterTime('2026-03-01Z'),
      filterTime('2026-03-01'),
      filterTime('2026-03-01X'),
      filterTime('Z'),
      filterTime('T'),
    ]).toEqual(['2026-03-01Z', '2026-03-01', undefined, undefined, undefined])
  })

  test('includes both days in full', () => {
    const day = { created_from: '2026-03-01', created_to: '2026-03-01' }
    const { created_after, created_before } = toQuery(filters, day, '')
    expect(new Date(created_after!).getTime() + 1).toBe(new Date(2026, 2, 1).getTime())
    expect(new Date(created_before!).getTime()).toBe(new Date(2026, 2, 2).getTime())
  })

  test('is an array of names for a bulk operation, where a comma is part of a name', () => {
    const group = { name: 'group', label: 'Group', kind: 'group', query: 'assignment_group' } as const
    const shown = (value: string) => ({
      group: value,
      state: 'new,closed',
      q: 'vpn,wifi',
      sort: 'created_at',
    })
    const others = { state: 'new,closed', q: 'vpn,wifi' }
    expect(toBulkFilter([...filters, group], shown('Mail,Berlin, Desk'))).toEqual({
      assignment_group: ['Mail', 'Berlin, Desk'],
      ...others,
    })
    expect(toBulkFilter([...filters, group], shown('Berlin, Desk'))).toEqual({
      assignment_group: 'Berlin, Desk',
      ...others,
    })
  })

  test('keeps the order and the filters that it does not know', () => {
    expect(toQuery(filters, { q: 'vpn', tag: 'x', sort: 'created_at', order: 'asc' }, '')).toEqual({
      q: 'vpn',
      tag: 'x',
      sort: 'created_at',
      order: 'asc',
    })
  })
})

test('a view that the service keeps is the same when it is opened', () => {
  const values = {
    state: 'new',
    assigned_to: 'me',
    unassigned: true,
    created_from: '2026-03-29',
    created_to: '2026-10-25',
  } as const
  const saved = toFilters(filters, { ...values, sort: 'created_at' })
  expect(saved).toMatchObject({ assigned_to: 'me', unassigned: true })
  expect(isSame(fromFilters(filters, saved as Record<string, string | boolean>), values)).toBe(true)
})

test('values are equal regardless of their order', () => {
  expect(isSame({ q: 'a', state: 'new' }, { state: 'new', q: 'a', sort: undefined })).toBe(true)
  expect(isSame({ q: 'a' }, { q: 'a', state: 'new' })).toBe(false)
})
