import { expect, test } from 'vitest'
import { barOf, boundsOf, dayPlus, daysOf, periodOf } from './calendar.ts'
import { readSpan } from './view.ts'

const week = { from: '2027-03-01', days: 7 }
const at = (local: string) => new Date(local).toISOString()

test('a bar is placed where its window lies in the visible days', () => {
  const bar = barOf({ planned_start: at('2027-03-02T00:00'), planned_end: at('2027-03-03T12:00') }, week)!
  expect(bar.left).toBeCloseTo(1 / 7)
  expect(bar.width).toBeCloseTo(1.5 / 7)
})

test('windows are clipped to the visible days, and have no bar outside of them', () => {
  const long = { planned_start: at('2027-02-01T00:00'), planned_end: at('2027-04-01T00:00') }
  expect(barOf(long, week)).toEqual({ left: 0, width: 1 })
  const later = { planned_start: at('2027-03-08T00:00'), planned_end: at('2027-03-09T00:00') }
  expect(barOf(later, week)).toBeUndefined()
  const open = barOf({ planned_start: at('2027-03-07T00:00'), planned_end: null }, week)!
  expect(open.left + open.width).toBeCloseTo(1)
})

test('days continue over month ends and leap days', () => {
  expect(dayPlus('2028-02-28', 2)).toBe('2028-03-01')
  expect(dayPlus('2027-01-01', -1)).toBe('2026-12-31')
  expect(daysOf(week).map(({ day, isWeekend }) => `${day} ${isWeekend}`)).toEqual([
    '2027-03-01 false',
    '2027-03-02 false',
    '2027-03-03 false',
    '2027-03-04 false',
    '2027-03-05 false',
    '2027-03-06 true',
    '2027-03-07 true',
  ])
  expect(boundsOf(week)).toEqual({
    planned_after: at('2027-03-01T00:00'),
    planned_before: at('2027-03-08T00:00'),
  })
})

test('the title of a period repeats no month or year', () => {
  const text = (span: typeof week) => periodOf(span).replaceAll('\u00a0', ' ')
  expect(text(week)).toBe('1 – 7 Mar 2027')
  expect(text({ from: '2026-12-28', days: 7 })).toBe('28 Dec 2026 – 3 Jan 2027')
})

test('only valid days and lengths are read from the URL', () => {
  expect(readSpan({ from: '2027-03-01', days: 7 })).toEqual({ from: '2027-03-01', days: '7' })
  expect(readSpan({ from: 'tomorrow', days: 8 })).toEqual({})
  expect(readSpan({ from: '2026-02-31' })).toEqual({})
})
