import { expect, test } from 'vitest'
import type { BusinessCalendar } from '../api/schema.d.ts'
import { toBody, toDraft, weekOf } from './calendar.ts'

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

test('a calendar is the same after it was written into a form and read from it', () => {
  const { name, time_zone, hours, holidays } = toBody(toDraft(office))
  expect({ name, time_zone, holidays }).toEqual({
    name: 'Office',
    time_zone: 'Europe/Lisbon',
    holidays: ['2026-12-25'],
  })
  expect(hours).toEqual({ mon: office.hours.mon, tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] })
})

test('spaces and long dashes are what people write', () => {
  expect(toBody({ mon: ' 09:00 – 12:00 ,13:00-17:00' }).hours.mon).toEqual(office.hours.mon)
})

test('what is no span is left for the service to refuse', () => {
  expect(toBody({ sat: 'late' }).hours.sat).toEqual([['late', '']])
})

test('a week is told in a line, without the days that are closed', () => {
  expect(weekOf(office)).toBe('Mon 09:00-12:00, 13:00-17:00')
})
