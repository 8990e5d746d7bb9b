import { afterEach, expect, test, vi } from 'vitest'
import { date, when } from '../shell/time.tsx'
import { dateKinds, filterDay, parseDay, parseTime, toLocal } from './date-text.ts'
import { fieldText } from './field-text.ts'

afterEach(() => void vi.unstubAllEnvs())

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

test('what is typed and is no date yet is shown as it is typed', () => {
  const { date: day, time } = dateKinds
  for (const value of ['2026-11-16T19:15:00.000Z', '2026-11-16T19:15:00+01:00'])
    expect(time.isStored(value)).toBe(true)
  for (const typed of [
    'tomorrow',
    'Tue 5',
    '2026-11-16',
    '2026-11-16 1',
    '2026-11-16T',
    '2026-13-16T19:15Z',
  ]) {
    expect(time.isStored(typed)).toBe(false)
    expect(fieldText({ kind: 'time' }, typed)).toBe(typed)
  }
  expect(day.isStored('2026-11-16')).toBe(true)
  for (const typed of ['2026-13-01', '2026-11-163', '16 Nov']) expect(day.isStored(typed)).toBe(false)
})

test('the panel of a filter shows the same day as its chip', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(filterDay('2026-11-15T23:30:00.000Z')).toBe('2026-11-16')
  expect(filterDay('2026-11-15')).toBe('2026-11-15')
  expect(filterDay('2026-11-15Z')).toBe('2026-11-15')
})
