import { describe, expect, test } from 'vitest'
import { isSame, readSearch, readView, toQuery } from './view.ts'

describe('reading a view from the URL', () => {
  test('ignores invalid values', () => {
    const search = {
      q: 404,
      state: 'new,lost,closed',
      priority: 'P9',
      sla: 'at_risk,breached',
      sort: 'created_at',
      order: 'up',
      unassigned: true,
      created_from: '2026-02-31x',
      created_to: '2026-02-28',
      more: 'x',
    }
    expect(readView(search)).toEqual({
      q: '404',
      state: 'new,closed',
      sort: 'created_at',
      unassigned: true,
      created_to: '2026-02-28',
    })
    expect(readSearch({ jobs: 'job_1', q: ' ' })).toEqual({ jobs: 'job_1' })
  })
})

describe('the API query of a view', () => {
  test('replaces "me" with the email address of the user', () => {
    expect(toQuery({ assigned_to: 'me,bob@example.com' }, 'ada@example.com')).toEqual({
      assigned_to: 'ada@example.com,bob@example.com',
    })
  })

  test('includes both days in full', () => {
    const { created_after, created_before } = toQuery(
      { created_from: '2026-03-01', created_to: '2026-03-01' },
      '',
    )
    expect(new Date(created_after!).getTime() + 1).toBe(new Date(2026, 2, 1).getTime())
    expect(new Date(created_before!).getTime()).toBe(new Date(2026, 2, 2).getTime())
  })

  test('keeps the other filters', () => {
    expect(toQuery({ q: 'vpn', unassigned: true, sla: 'breached' }, '')).toEqual({
      q: 'vpn',
      unassigned: 'true',
      sla: 'breached',
    })
  })
})

test('views are equal regardless of the order of their filters', () => {
  expect(isSame({ q: 'a', state: 'new' }, { state: 'new', q: 'a' })).toBe(true)
  expect(isSame({ q: 'a' }, { q: 'a', state: 'new' })).toBe(false)
})
