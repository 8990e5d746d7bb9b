import { expect, test } from 'vitest'
import { durationTicks } from './duration-ticks.ts'
import { reports } from '../words/reports.ts'
import { isQuiet, listsFor, queryOf, readView, withDates } from './model.ts'
import { toCsv } from './csv.ts'

test.each([
  [{}, { days: 30 }],
  [{ days: '7' }, { days: 7 }],
  [{ days: '12345' }, { days: 30 }],
  [
    { from: '2026-01-01', to: '2026-02-01' },
    { from: '2026-01-01', to: '2026-02-01' },
  ],
  [{ from: '2026-01-01' }, { from: '2026-01-01' }],
  [{ from: '2026-02-01', to: '2026-01-01' }, { days: 30 }],
  [{ from: 'x', days: '90' }, { days: 90 }],
  [
    { assignment_group: 'Mail, chat', days: '7' },
    { assignment_group: 'Mail, chat', days: 7 },
  ],
  [{ assignment_group: ' ' }, { days: 30 }],
])('%o in the URL asks for %o', (search, query) => {
  expect(queryOf(readView(search))).toEqual(query)
})

test('other dates keep the group, and so do the lists behind the numbers', () => {
  const view = withDates(
    { assignment_group: 'Mail', days: 7 },
    { from: '', to: '' },
    { from: '2026-09-25', to: '2026-09-26' },
  )
  expect(queryOf(view)).toEqual({ assignment_group: 'Mail', from: '2026-09-25', to: '2026-09-26' })
  expect(listsFor(view).open({ priority: 'P1' }).search).toMatchObject({
    assignment_group: 'Mail',
    priority: 'P1',
  })
  expect(listsFor(view).days('created', '2026-09-25').search).toEqual({
    assignment_group: 'Mail',
    created_from: '2026-09-25Z',
    created_to: '2026-09-25Z',
  })
})

test('a period in which incidents were only cancelled is not quiet', () => {
  expect(isQuiet({ created: 0, resolved: 0, cancelled: 1 })).toBe(false)
  expect(isQuiet({ created: 0, resolved: 0, cancelled: 0 })).toBe(true)
})

test.each([
  [1, 'No AI requests today.'],
  [30, 'No AI requests in the last 30 days.'],
])('the usage of %i days', (days, text) => {
  expect(reports.aiSummary(0, 0, days)).toBe(text)
})

test('a table becomes CSV with quotes where they are needed', () => {
  expect(
    toCsv(
      ['Date', 'A, "b"'],
      [
        ['2026-01-01', '1'],
        ['2026-01-02', ''],
      ],
    ),
  ).toBe('Date,"A, ""b"""\r\n2026-01-01,1\r\n2026-01-02,\r\n')
})

test('a second date is added to the first, although the report of the first is still loading', () => {
  const shown = { from: '2026-08-18', to: '2026-11-16' }
  const first = withDates({ days: 90 }, shown, { to: '2026-09-29' })
  expect(first).toEqual({ from: '2026-08-18', to: '2026-09-29' })
  expect(withDates(first, shown, { from: '2026-09-25' })).toEqual({ from: '2026-09-25', to: '2026-09-29' })
})

test('a date that is empty or beyond the other changes nothing', () => {
  const view = { from: '2026-09-25', to: '2026-09-29' }
  expect(withDates(view, view, { from: '' })).toEqual(view)
  expect(withDates(view, view, { from: '2026-09-30' })).toEqual(view)
})

test.each([
  [[], [0, 5]],
  [
    [0, 4],
    [0, 5],
  ],
  [[50], [0, 15, 30, 45, 60]],
  [
    [100, 300],
    [0, 60, 120, 180, 240, 300],
  ],
  [[4200], [0, 1440, 2880, 4320]],
  [[30_000], [0, 10_080, 20_160, 30_240]],
])('the axis for times of %j minutes has whole hours or days: %j', (minutes, ticks) => {
  expect(durationTicks(minutes)).toEqual(ticks)
})
