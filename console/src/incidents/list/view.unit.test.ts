import { describe, expect, test } from 'vitest'
import { isSame, readSearch, readView, toQuery } from './view.ts'

describe('what somebody typed into the address', () => {
  test('is read as far as it makes sense', () => {
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

describe('a view as the API is asked for it', () => {
  test('names whoever looks', () => {
    expect(toQuery({ assigned_to: 'me,bob@example.com' }, 'ada@example.com')).toEqual({
      assigned_to: 'ada@example.com,bob@example.com',
    })
  })

  test('holds both its days from their first moment to their last', () => {
    const { created_after, created_before } = toQuery(
      { created_from: '2026-03-01', created_to: '2026-03-01' },
      '',
    )
    expect(new Date(created_after!).getTime() + 1).toBe(new Date(2026, 2, 1).getTime())
    expect(new Date(created_before!).getTime()).toBe(new Date(2026, 2, 2).getTime())
  })

  test('leaves the rest as it is', () => {
    expect(toQuery({ q: 'vpn', unassigned: true, sla: 'breached' }, '')).toEqual({
      q: 'vpn',
      unassigned: 'true',
      sla: 'breached',
    })
  })
})

test('views are the same whatever the order of their filters', () => {
  expect(isSame({ q: 'a', state: 'new' }, { state: 'new', q: 'a' })).toBe(true)
  expect(isSame({ q: 'a' }, { q: 'a', state: 'new' })).toBe(false)
})
