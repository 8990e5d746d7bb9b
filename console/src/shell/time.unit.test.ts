import { expect, test } from 'vitest'
import { fromNow, whenAfter } from './time.tsx'

test('the end of a span leaves out what its start says', () => {
  expect(whenAfter('2026-11-20T22:00', '2026-11-20T23:30')).toBe('23:30')
  expect(whenAfter('2026-11-20T22:00', '2026-11-21T03:00')).toBe('21 Nov, 03:00')
  expect(whenAfter('2026-12-31T22:00', '2027-01-01T03:00')).toBe('1 Jan 2027, 03:00')
})

test('days are those of the calendar', () => {
  const now = new Date('2026-11-20T10:00').getTime()
  expect(fromNow('2026-11-18T11:00', now)).toBe('2 days ago') // 47 hours
  expect(fromNow('2026-11-19T09:00', now)).toBe('yesterday')
  expect(fromNow('2026-11-21T20:00', now)).toBe('tomorrow')
  expect(fromNow('2026-11-20T07:00', now)).toBe('3 hours ago')
})
