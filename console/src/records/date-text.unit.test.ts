import { expect, test } from 'vitest'
import { date, when } from '../shell/time.tsx'
import { parseDay, parseTime, toLocal } from './date-text.ts'

test('a day is read as the console writes it, and as machines do', () => {
  for (const day of ['2026-11-16', '2026-09-03', '2028-02-29']) {
    expect(parseDay(day)).toBe(day)
    expect(parseDay(date(day))).toBe(day)
  }
  expect(parseDay(' 3 september 2026 ')).toBe('2026-09-03')
  for (const text of ['', '16', '16 Nov', '16 Nov 20', '2026-1', '2026-02-31', '31 Feb 2026', '3 Foo 2026'])
    expect(parseDay(text)).toBeUndefined()
})

test('a time is read in the time zone of the user', () => {
  const at = new Date('2026-11-16T19:15').toISOString()
  expect(parseTime('2026-11-16T19:15')).toBe(at)
  expect(parseTime(when(at))).toBe(at)
  expect(parseTime('16 Nov 2026 19:15')).toBe(at)
  expect(toLocal(at)).toBe('2026-11-16T19:15')
  for (const text of ['2026-11-16', '16 Nov 2026, 24:00', '16 Nov 2026, 19:60', '16 Nov 2026, 19:1'])
    expect(parseTime(text)).toBeUndefined()
})
