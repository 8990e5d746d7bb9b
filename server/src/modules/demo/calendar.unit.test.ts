import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, hour } from '../../kernel/durations.ts'
import { momentOf, workingTimeAfter, workingTimeBefore } from './calendar.ts'

const anyTime = fc.integer({
  min: Date.parse('2024-01-01T00:00:00Z'),
  max: Date.parse('2034-01-01T00:00:00Z'),
})

function expectWorkingTime(time: number): void {
  const at = new Date(time)
  expect([0, 6]).not.toContain(at.getUTCDay())
  expect(at.getTime() % day).toBeGreaterThanOrEqual(7 * hour)
  expect(at.getTime() % day).toBeLessThan(18 * hour)
}

test('a moment is a number of days from the load at its own time of day, regardless of the time of the load', () => {
  for (const now of ['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'])
    expect(momentOf(new Date(now), { day: -1, time: '20:30' })).toEqual(new Date('2026-02-28T20:30:00Z'))
  expect(momentOf(new Date('2026-12-31T09:00:00Z'), { day: 2, time: '00:00' })).toEqual(
    new Date('2027-01-02T00:00:00Z'),
  )
})

test('work continues immediately in working hours, otherwise soon after they begin', () => {
  const cases = {
    '2026-11-11T07:00:00Z': '2026-11-11T07:00:00.000Z',
    '2026-11-11T17:59:00Z': '2026-11-11T17:59:00.000Z',
    '2026-11-11T06:30:00Z': '2026-11-11T07:30:00.000Z', // half an hour into a period of ninety minutes
    '2026-11-11T18:00:00Z': '2026-11-12T07:00:00.000Z',
    '2026-11-13T19:30:00Z': '2026-11-16T07:00:00.000Z', // Friday evening
    '2026-11-14T12:00:00Z': '2026-11-16T07:00:00.000Z', // Saturday
  }
  for (const [from, to] of Object.entries(cases))
    expect(new Date(workingTimeAfter(Date.parse(from))).toISOString(), `after ${from}`).toBe(to)
})

test('work never goes back in time, and never waits longer than a weekend', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const after = workingTimeAfter(time)
      expectWorkingTime(after)
      expect(after).toBeGreaterThanOrEqual(time)
      expect(after - time).toBeLessThan(2.7 * day)
      expect(workingTimeAfter(after)).toBe(after)
    }),
  )
})

test('calls are on working days; those of a weekend move to the days before it', () => {
  const share = fc.nat(2 ** 32 - 1).map((n) => n / 2 ** 32)
  fc.assert(
    fc.property(anyTime, share, (time, share) => {
      const before = workingTimeBefore(time, share)
      expectWorkingTime(before)
      expect(before - time).toBeLessThan(18 * hour)
      expect(time - before).toBeLessThan(8 * day)
    }),
  )
  expect(workingTimeBefore(Date.parse('2026-11-11T03:00:00Z'), 0)).toBe(Date.parse('2026-11-11T07:00:00Z'))
  const saturday = Date.parse('2026-11-14T03:00:00Z')
  const spread = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) =>
    new Date(workingTimeBefore(saturday, share)).getUTCDay(),
  )
  expect(new Set(spread).size).toBe(5)
})
