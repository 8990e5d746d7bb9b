import { expect, test } from 'vitest'
import type { BusinessCalendar } from '../api/schema.d.ts'
import { holidaysProblem, hoursProblem, timeOf, toBody, toDraft, weekOf } from './calendar.ts'

const office: BusinessCalendar = {
  id: 'cal_1',
  name: 'Office',
  time_zone: 'Europe/Lisbon',
  hours: {
    mon: [
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ],
    sat: [],
  },
  holidays: ['2026-12-25'],
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('a calendar survives the conversion to a form and back', () => {
  const { name, time_zone, hours, holidays } = toBody(toDraft(office))
  expect({ name, time_zone, holidays }).toEqual({
    name: 'Office',
    time_zone: 'Europe/Lisbon',
    holidays: ['2026-12-25'],
  })
  expect(hours).toEqual({ mon: office.hours.mon, tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] })
})

test('times are read as people type them', () => {
  expect(['9', '9:30', '17.45', ' 24:00 ', 'late'].map(timeOf)).toEqual([
    '09:00',
    '09:30',
    '17:45',
    '24:00',
    'late',
  ])
  expect(toBody({ hours: { mon: [['9', '12.30']], sat: [['late', '']] } }).hours).toMatchObject({
    mon: [['09:00', '12:30']],
    sat: [['late', '']], // for the service to refuse
  })
})

test('a holiday that is no day is named', () => {
  expect(holidaysProblem(['25 Dec 2026', '2027-01-01'])).toBeUndefined()
  expect(holidaysProblem(['25 Dec 2026', '31 Feb 2027', '1.5.'])).toMatch(/^“31 Feb 2027” is not a date/)
})

test('what is wrong with the hours of a day is said at the day', () => {
  expect(hoursProblem([])).toBeUndefined()
  expect(
    hoursProblem([
      ['9', '12:00'],
      ['13:00', '24:00'],
    ]),
  ).toBeUndefined()
  expect(
    hoursProblem([
      ['09:00', '12:00'],
      ['12:00', '17:00'],
    ]),
  ).toBeUndefined()
  expect(hoursProblem([['late', '12:00']])).toMatch('Enter times')
  expect(hoursProblem([['25:00', '26:00']])).toMatch('Enter times')
  expect(hoursProblem([['17:00', '09:00']])).toMatch('Each span')
  expect(
    hoursProblem([
      ['09:00', '13:00'],
      ['12:00', '17:00'],
    ]),
  ).toMatch('Each span')
})

test('the summary of a week joins equal days and leaves out closed ones', () => {
  expect(weekOf(office)).toBe('Mon 09:00–12:00, 13:00–17:00')
  const day = [['09:00', '17:00']]
  const hours = { mon: day, tue: day, wed: day, fri: day, sat: [['09:00', '12:00']] }
  expect(weekOf({ ...office, hours })).toBe('Mon–Wed 09:00–17:00; Fri 09:00–17:00; Sat 09:00–12:00')
})

test('holidays are shown as other dates, and sent as typed if they are none', () => {
  expect(toDraft(office).holidays).toEqual(['25 Dec 2026'])
  expect(toBody({ holidays: ['1 Jan 2027', '2027-05-01', 'Easter'] }).holidays).toEqual([
    '2027-01-01',
    '2027-05-01',
    'Easter',
  ])
})
