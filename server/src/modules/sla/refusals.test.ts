import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()

const office = {
  name: 'Office',
  time_zone: 'Europe/Berlin',
  hours: { mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] },
  holidays: ['2026-12-25'],
}
const written = () =>
  app.query(`select 'policy' from sla_policies union all select 'calendar' from sla_calendars
    union all select 'entry' from audit_entries where subject_type like 'sla%'`)

describe('policies', () => {
  test.each<[what: string, priority: string, body: unknown, field: string]>([
    ['without a target', 'P1', {}, 'target_minutes'],
    ['with a target of nothing', 'P1', { target_minutes: 0 }, 'target_minutes'],
    ['with half minutes', 'P1', { target_minutes: 1.5 }, 'target_minutes'],
    ['with a target as text', 'P1', { target_minutes: '60' }, 'target_minutes'],
    ['with a target past ten years', 'P1', { target_minutes: 5_256_001 }, 'target_minutes'],
    ['with an unknown field', 'P1', { target_minutes: 5, minutes: 5 }, 'minutes'],
    ['with an unknown calendar', 'P1', { target_minutes: 5, calendar_id: 'cal_none' }, 'calendar_id'],
    ['with a calendar without a name', 'P1', { target_minutes: 5, calendar_id: '' }, 'calendar_id'],
    ['of an unknown priority', 'P5', { target_minutes: 5 }, 'priority'],
  ])('%s are refused with the name of the field', async (_what, priority, body, field) => {
    const problem = expectProblem(
      await app.call('PUT', `/sla/policies/${priority}`, { body }),
      400,
      'validation_error',
    )
    expect(problem.errors?.map((error) => error.field)).toEqual([field])
    expect(await written()).toEqual([])
  })
})

describe('calendars', () => {
  test.each<[what: string, change: object, field: string]>([
    ['without a name', { name: undefined }, 'name'],
    ['with a name of two lines', { name: 'a\nb' }, 'name'],
    ['without a zone', { time_zone: undefined }, 'time_zone'],
    ['with an unknown zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['without hours', { hours: undefined }, 'hours'],
    ['with hours that never count', { hours: { mon: [] } }, 'hours'],
    ['with an unknown day', { hours: { monday: [] } }, 'hours.monday'],
    ['with a time that does not exist', { hours: { mon: [['09:00', '25:00']] } }, 'hours.mon.0.1'],
    ['with a span of three times', { hours: { mon: [['09:00', '10:00', '11:00']] } }, 'hours.mon.0'],
    ['with a span that ends before it begins', { hours: { mon: [['17:00', '09:00']] } }, 'hours.mon'],
    ['with an empty span', { hours: { mon: [['09:00', '09:00']] } }, 'hours.mon'],
    [
      'with spans that overlap',
      {
        hours: {
          mon: [
            ['09:00', '12:00'],
            ['11:00', '15:00'],
          ],
        },
      },
      'hours.mon',
    ],
    [
      'with more than ten spans on a day',
      { hours: { mon: Array.from({ length: 11 }, (_, i) => [`${10 + i}:00`, `${10 + i}:01`]) } },
      'hours.mon',
    ],
    ['with more than a thousand holidays', { holidays: Array(1001).fill('2026-12-25') }, 'holidays'],
    ['with a holiday that does not exist', { holidays: ['2026-02-30'] }, 'holidays.0'],
    ['with an unknown field', { colour: 'red' }, 'colour'],
  ])('%s are refused with the name of the field', async (_what, change, field) => {
    const refused = await app.call('POST', '/sla/calendars', { body: { ...office, ...change } })
    const problem = expectProblem(refused, 400, 'validation_error')
    expect(problem.errors?.map((error) => error.field)).toEqual([field])
    expect(await written()).toEqual([])
  })
})
